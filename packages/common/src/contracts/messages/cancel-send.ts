import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { ACT_FIELDS, CANCELS } from '../../contract/audit-values.ts';
import { defineAction } from '../../define-contract.ts';
import { MessageId } from '../../fields.ts';

/** Cancels a scheduled message that has not been sent (docs/reference/sends.md#scheduled). */
export const cancelSend = defineAction({
  service: 'send',
  name: 'cancel-send',
  method: 'POST',
  tag: 'messages',
  sdk: 'messages.cancel',
  mcp: 'removes',
  reference: 'docs/reference/sends.md#scheduled',
  summary: 'Cancel a scheduled message',
  description: 'Cancels a message with send_at, and refunds its credit. A message that has been sent is not_scheduled.',
  input: z.object({ channel: Channel, message_id: MessageId }),
  output: z.object({
    ok: z.literal(true),
    channel: Channel,
    message_id: MessageId,
    status: z.literal('cancelled'),
  }),
  errors: ['channel_not_allowed', 'unknown_message', 'not_scheduled'],
  channelField: 'channel',
  logged: { channel: Channel, message_id: MessageId },
  example: {
    request: { channel: 'wd', message_id: '13' },
    answer: { ok: true, channel: 'wd', message_id: '13', status: 'cancelled' },
  },
  audit: { fields: ACT_FIELDS, change: CANCELS },
});
