import { z } from 'zod';
import { AT, PHONE } from '../../contract/example-values.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineAction } from '../../define-contract.ts';
import { MessageSentData, MessageStatusError } from '../../events.ts';
import { Instant, MessageId } from '../../fields.ts';

/** Look up one sent message with its receipt history (docs/reference/sends.md#message-lookup). */
export const message = defineAction({
  service: 'send',
  name: 'message',
  method: 'GET',
  tag: 'messages',
  sdk: 'messages.get',
  mcp: 'reads',
  reference: 'docs/reference/sends.md#message-lookup',
  summary: 'Get a message and its status history',
  description:
    'Looks up a message that the account sent: text, files, recipient, its status (such as sent, delivered, read or failed) and the history of the changes. Use it after a send whose outcome is unknown. A message of another workspace, or of a channel that the key may not use, is unknown_message.',
  input: z.object({ message_id: MessageId }),
  output: MessageSentData.extend({
    ok: z.literal(true),
    sent_at: Instant.nullable(),
    status: z.enum(['scheduled', 'sending', 'unknown', 'sent', 'delivered', 'read', 'failed']),
    error: MessageStatusError.nullable(),
    send_at: Instant.optional().describe('While it is scheduled: the time when it is sent'),
    history: z.array(z.object({ status: z.string(), at: Instant })),
  }).register(SCHEMA_NAMES, { id: 'Message' }),
  errors: ['unknown_message'],
  logged: { message_id: MessageId },
  example: {
    request: { message_id: '12' },
    answer: {
      ok: true,
      channel: 'wd',
      conversation_id: 7,
      message_id: '12',
      to: '+16505551234',
      account: PHONE,
      text: 'Hello',
      attachments: [],
      origin: 'api',
      template: null,
      provider_message_id: '3EB0C767D26A1D8E5F4B',
      sent_at: AT,
      status: 'delivered',
      error: null,
      history: [{ status: 'delivered', at: AT }],
    },
  },
});
