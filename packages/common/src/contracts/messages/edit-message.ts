import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { ACT_FIELDS, TELLS } from '../../contract/audit-values.ts';
import { AT } from '../../contract/example-values.ts';
import { ON_MESSAGE } from '../../contract/logged-values.ts';
import { defineAction } from '../../define-contract.ts';
import { Instant, MessageId, MessageRef, text } from '../../fields.ts';
import { ACT_ERRORS } from '../act-errors.ts';

/** Replace the text of a message that the account sent (docs/reference/sends.md#edits). */
export const editMessage = defineAction({
  service: 'send',
  name: 'edit-message',
  method: 'POST',
  tag: 'messages',
  sdk: 'messages.edit',
  mcp: 'removes',
  reference: 'docs/reference/sends.md#acts',
  summary: 'Edit a sent message',
  description:
    'Replaces the text of a message that the account sent. Free of charge. Platforms allow it for a limited time, 15 minutes on WhatsApp; templates and messages with buttons cannot be edited. On a channel without edits it is unsupported_content.',
  input: z.object({
    channel: Channel,
    message_id: MessageRef.describe('A message that the account sent'),
    message: text(6000).describe('The new text'),
  }),
  output: z.object({
    ok: z.literal(true),
    channel: Channel,
    message_id: MessageId,
    message: z.string(),
    edited_at: Instant,
  }),
  errors: ['unknown_message', ...ACT_ERRORS],
  channelField: 'channel',
  deadlineMs: 25_000,
  logged: ON_MESSAGE,
  example: {
    request: { channel: 'tg', message_id: '10', message: 'Hello again' },
    answer: { ok: true, channel: 'tg', message_id: '10', message: 'Hello again', edited_at: AT },
  },
  audit: { fields: ACT_FIELDS, change: TELLS },
});
