import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { MessageSentData, MessageStatusError } from '../../events.ts';
import { Instant, MessageId } from '../../fields.ts';

/** Look up one sent message with its receipt history (docs/reference/sends.md#message-lookup). */
export const message = defineAction({
  service: 'send',
  name: 'message',
  method: 'GET',
  tag: 'messages',
  summary: 'Get a message and its status history',
  description:
    'Looks up a message that the account sent: text, files, recipient, its status (such as sent, delivered, read or failed) and the history of the changes. Use it after a send whose outcome is unknown. A message of another workspace, or of a channel that the key may not use, is unknown_message.',
  input: z.object({ message_id: MessageId }),
  output: MessageSentData.extend({
    ok: z.literal(true),
    sent_at: Instant.nullable(),
    status: z.enum(['scheduled', 'sending', 'unknown', 'sent', 'delivered', 'read', 'failed']),
    error: MessageStatusError.nullable(),
    send_at: Instant.optional().describe('While it is scheduled: when it is sent'),
    history: z.array(z.object({ status: z.string(), at: Instant })),
  }),
  errors: ['unknown_message'],
});
