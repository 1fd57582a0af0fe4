import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { unlogged } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { line } from '../../fields.ts';
import { ACT_ERRORS } from '../act-errors.ts';

/** Reject a ringing call (docs/reference/sends.md#calls). */
export const rejectCall = defineAction({
  service: 'send',
  name: 'reject-call',
  method: 'POST',
  tag: 'messages',
  sdk: 'calls.reject',
  mcp: 'removes',
  reference: 'docs/reference/sends.md#acts',
  summary: 'Reject a ringing call',
  description:
    'Rejects a call that is ringing at the account, by the call_id of the event call.received (wd and wa). Calls cannot be answered or made.',
  input: z.object({
    channel: Channel,
    call_id: line(200).describe('call_id of call.received'),
    from: line(200)
      .optional()
      .describe('The called account: its id, number or label. Default: the first of the channel'),
  }),
  output: z.object({ ok: z.literal(true), channel: Channel, call_id: z.string() }),
  errors: ACT_ERRORS,
  channelField: 'channel',
  deadlineMs: 25_000,
  logged: { channel: Channel },
  example: {
    request: { channel: 'wd', call_id: 'F2B0A1' },
    answer: { ok: true, channel: 'wd', call_id: 'F2B0A1' },
  },
  audit: { fields: ['channel'], change: unlogged('ends a call that rings') },
});
