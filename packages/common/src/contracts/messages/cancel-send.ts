import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineAction } from '../../define-contract.ts';
import { MessageId } from '../../fields.ts';

/** Cancels a scheduled message that has not left (docs/reference/sends.md#scheduled). */
export const cancelSend = defineAction({
  service: 'send',
  name: 'cancel-send',
  method: 'POST',
  tag: 'messages',
  summary: 'Cancel a scheduled message',
  description:
    'Cancels a message that was given send_at, and refunds its credit. Once it has left the answer is not_scheduled.',
  input: z.object({ channel: Channel, message_id: MessageId }),
  output: z.object({
    ok: z.literal(true),
    channel: Channel,
    message_id: MessageId,
    status: z.literal('cancelled'),
  }),
  errors: ['channel_not_allowed', 'unknown_message', 'not_scheduled'],
  channelField: 'channel',
});
