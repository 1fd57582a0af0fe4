import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineAction } from '../../define-contract.ts';
import { Instant, MessageId, MessageRef, text } from '../../fields.ts';
import { ACT_ERRORS } from '../act-errors.ts';

/** Replace the text of a message that the account sent (docs/reference/sends.md#edits). */
export const editMessage = defineAction({
  service: 'send',
  name: 'edit-message',
  method: 'POST',
  tag: 'messages',
  summary: 'Edit a sent message',
  description:
    'Replaces the text of a message that the account sent. Free of charge. Platforms allow it for a limited time, 15 minutes on WhatsApp; templates and messages with buttons cannot be edited. A channel without edits answers unsupported_content.',
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
});
