import { z } from 'zod';
import { FILE_KINDS, PREVIEWS, TYPING_STATES } from '../../capabilities.ts';
import { Channel } from '../../channels.ts';
import { defineAction } from '../../define-contract.ts';

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
  preview: z.enum(PREVIEWS).describe('Previews of links: chosen by each message, or as the channel does it'),
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
export const AccountCapabilities = z.object({
  channel: Channel,
  id: z.string(),
  label: z.string(),
  capabilities: z.object(members),
  limits: z
    .object({
      text: z.int().describe('Longest text'),
      caption: z.int().nullable().describe('Longest text below a file; null: it follows as a message of its own'),
      unit: z.enum(['characters', 'bytes']),
    })
    .describe('Lengths of a message'),
});

/** What each connected account can carry and do (docs/reference/channels.md#capabilities). */
export const capabilities = defineAction({
  service: 'channel-connect',
  name: 'capabilities',
  method: 'GET',
  tag: 'channels',
  summary: 'Get what each connected account supports',
  description:
    'Returns, for each connected account of the key’s channels, which contents and actions it supports and its text limits. Check it before you send buttons, lists or polls: what a channel lacks is refused with unsupported_content.',
  input: z.object({}),
  output: z.object({ ok: z.literal(true), accounts: z.array(AccountCapabilities) }),
  errors: [],
});
