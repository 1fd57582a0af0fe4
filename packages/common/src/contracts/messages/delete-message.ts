import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineAction } from '../../define-contract.ts';
import { Instant, MessageId, MessageRef } from '../../fields.ts';
import { ACT_ERRORS } from '../act-errors.ts';

/** Delete a message that the account sent, for everybody (docs/reference/sends.md#deletions). */
export const deleteMessage = defineAction({
  service: 'send',
  name: 'delete-message',
  method: 'POST',
  tag: 'messages',
  summary: 'Delete a sent message for everybody',
  description:
    'Deletes a message that the account sent, for everybody in the conversation. Platforms allow it for about two days. Repeating it is safe. A channel without deletions answers unsupported_content.',
  input: z.object({ channel: Channel, message_id: MessageRef.describe('A message that the account sent') }),
  output: z.object({ ok: z.literal(true), channel: Channel, message_id: MessageId, deleted_at: Instant }),
  errors: ['unknown_message', ...ACT_ERRORS],
  channelField: 'channel',
  deadlineMs: 25_000,
});
