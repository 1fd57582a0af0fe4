import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineAction } from '../../define-contract.ts';
import { FILE_KINDS, PREVIEWS, TYPING_STATES } from '../../messages/capabilities.ts';

const members = {
  files: z.array(z.enum(FILE_KINDS)),
  reply_buttons: z.int().describe('The most reply buttons of a message; 0: none'),
  url_buttons: z.int().describe('The most buttons that open an address'),
  mixed_buttons: z.boolean(),
  list: z.boolean(),
  location: z.boolean(),
  contacts: z.boolean(),
  poll: z.boolean(),
  post: z.boolean(),
  reply_to: z.boolean(),
  mentions: z.boolean(),
  preview: z.enum(PREVIEWS).describe('Link previews: chosen by each message, or always as the channel does it'),
  human_agent: z.boolean(),
  react: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  mark_read: z.boolean(),
  typing: z.array(z.enum(TYPING_STATES)),
  check_number: z.boolean(),
  reject_call: z.boolean(),
};

/** The capabilities of one connected account (docs/reference/channels.md#capabilities). */
export const AccountCapabilities = z
  .object({
    channel: Channel,
    id: z.string(),
    label: z.string(),
    capabilities: z.object(members),
    limits: z
      .object({
        text: z.int().describe('Longest text'),
        caption: z.int().nullable().describe('Longest text below a file; null: the text follows as a separate message'),
        unit: z.enum(['characters', 'bytes']),
      })
      .describe('Lengths of a message'),
  })
  .register(SCHEMA_NAMES, { id: 'AccountCapabilities' });

/** Content and actions that each connected account supports (docs/reference/channels.md#capabilities). */
export const capabilities = defineAction({
  service: 'channel-connect',
  name: 'capabilities',
  method: 'GET',
  tag: 'channels',
  sdk: 'channels.capabilities',
  mcp: 'reads',
  mcpList: 'accounts',
  reference: 'docs/reference/channels.md#capabilities',
  summary: 'Get what each connected account supports',
  description:
    'Returns, for each connected account of the key’s channels, the contents and actions that it supports and its text limits. Check it before you send buttons, lists or polls: other content is refused with unsupported_content.',
  input: z.object({}),
  output: z.object({ ok: z.literal(true), accounts: z.array(AccountCapabilities) }),
  errors: [],
  logged: {},
  example: {
    request: {},
    answer: {
      ok: true,
      accounts: [
        {
          channel: 'tg',
          id: '110201543',
          label: 'acme_bot',
          capabilities: {
            files: ['image', 'video', 'audio', 'document', 'voice', 'sticker'],
            reply_buttons: 10,
            url_buttons: 10,
            mixed_buttons: true,
            list: false,
            location: true,
            contacts: true,
            poll: true,
            post: false,
            reply_to: true,
            mentions: false,
            preview: 'chosen',
            human_agent: false,
            react: true,
            edit: true,
            delete: true,
            mark_read: false,
            typing: ['typing', 'recording'],
            check_number: false,
            reject_call: false,
          },
          limits: { text: 4096, caption: 1024, unit: 'characters' },
        },
      ],
    },
  },
});
