import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { ACT_FIELDS, TELLS } from '../../contract/audit-values.ts';
import { ON_MESSAGE } from '../../contract/logged-values.ts';
import { defineAction } from '../../define-contract.ts';
import { MessageId, MessageRef } from '../../fields.ts';
import { Emoji } from '../../text/emoji.ts';
import { ACT_ERRORS } from '../act-errors.ts';

/** React to a message, or remove the reaction (docs/reference/sends.md#reactions). */
export const react = defineAction({
  service: 'send',
  name: 'react',
  method: 'POST',
  tag: 'messages',
  sdk: 'messages.react',
  mcp: 'sets',
  reference: 'docs/reference/sends.md#acts',
  summary: 'React to a message',
  description:
    'Puts one emoji on a message of either side, in place of an earlier one of the account; null removes it. Free of charge. On a channel without reactions it is unsupported_content.',
  input: z.object({
    channel: Channel,
    message_id: MessageRef.describe('A message of either direction'),
    emoji: Emoji.nullable().describe('One emoji, which replaces an earlier one; null removes the reaction'),
  }),
  output: z.object({ ok: z.literal(true), channel: Channel, message_id: MessageId, emoji: z.string().nullable() }),
  errors: ['unknown_message', ...ACT_ERRORS],
  channelField: 'channel',
  deadlineMs: 25_000,
  logged: ON_MESSAGE,
  example: {
    request: { channel: 'wa', message_id: '11', emoji: '👍' },
    answer: { ok: true, channel: 'wa', message_id: '11', emoji: '👍' },
  },
  audit: { fields: ACT_FIELDS, change: TELLS },
});
