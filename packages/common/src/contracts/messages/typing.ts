import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { TELLS } from '../../contract/audit-values.ts';
import { defineAction } from '../../define-contract.ts';
import { line } from '../../fields.ts';
import { TYPING_STATES } from '../../messages/capabilities.ts';
import { ACT_ERRORS } from '../act-errors.ts';

/** Show a person that an answer is being written (docs/reference/sends.md#typing). */
export const typing = defineAction({
  service: 'send',
  name: 'typing',
  method: 'POST',
  tag: 'messages',
  sdk: 'messages.typing',
  mcp: 'sets',
  reference: 'docs/reference/sends.md#acts',
  summary: 'Show a typing indicator',
  description:
    'Shows the recipient that the account is typing or recording; it ends with the next message or by itself after some seconds. The account must have a conversation with the recipient, otherwise it is no_existing_conversation.',
  input: z.object({
    channel: Channel,
    to: line(200).describe('Recipient, as in a send; the account has a conversation with them'),
    from: line(200)
      .optional()
      .describe(
        'The account that shows it: its id, number or label. Default: the account of the newest conversation with the recipient',
      ),
    state: z.enum(TYPING_STATES).default('typing').describe('One of typing, recording, off'),
  }),
  output: z.object({ ok: z.literal(true), channel: Channel, to: z.string(), state: z.enum(TYPING_STATES) }),
  errors: ['no_existing_conversation', ...ACT_ERRORS],
  channelField: 'channel',
  deadlineMs: 25_000,
  logged: { channel: Channel, state: z.enum(TYPING_STATES) },
  example: {
    request: { channel: 'tg', to: '5550101' },
    answer: { ok: true, channel: 'tg', to: '5550101', state: 'typing' },
  },
  audit: { fields: ['channel', 'state'], change: TELLS },
});
