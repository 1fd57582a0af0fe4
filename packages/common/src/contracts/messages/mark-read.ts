import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { ACT_FIELDS, TELLS } from '../../contract/audit-values.ts';
import { ON_MESSAGE } from '../../contract/logged-values.ts';
import { defineAction } from '../../define-contract.ts';
import { MessageId, MessageRef } from '../../fields.ts';
import { ACT_ERRORS } from '../act-errors.ts';

/** Show a person that their message was read (docs/reference/sends.md#read-marks). */
export const markRead = defineAction({
  service: 'send',
  name: 'mark-read',
  method: 'POST',
  tag: 'messages',
  sdk: 'messages.markRead',
  mcp: 'sets',
  reference: 'docs/reference/sends.md#acts',
  summary: 'Show a customer that their message was read',
  description:
    'Shows the person that their message was read: on wa that one and all earlier ones, on fb, ig and tt the whole chat. Does not change which messages are unread in the inbox of Parley. Free of charge.',
  input: z.object({ channel: Channel, message_id: MessageRef.describe('A message that a person sent') }),
  output: z.object({ ok: z.literal(true), channel: Channel, message_id: MessageId }),
  errors: ['unknown_message', ...ACT_ERRORS],
  channelField: 'channel',
  deadlineMs: 25_000,
  logged: ON_MESSAGE,
  example: {
    request: { channel: 'wa', message_id: '11' },
    answer: { ok: true, channel: 'wa', message_id: '11' },
  },
  audit: { fields: ACT_FIELDS, change: TELLS },
});
