import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineAction } from '../../define-contract.ts';
import { line } from '../../fields.ts';

/** Remove a connected fb, ig, tg or tt channel (docs/reference/channels.md#disconnecting). */
export const disconnectChannel = defineAction({
  service: 'channel-connect',
  name: 'disconnect-channel',
  method: 'POST',
  tag: 'channels',
  summary: 'Disconnect a channel',
  description:
    'Disconnects an account of fb, ig, tg or tt by its id from channels; it sends and receives nothing any more, and channel.disconnected follows. A page of fb takes its ig account with it, which is listed in `also_disconnected`. A linked phone (wd) is removed by delete-session, a number of wa by the operator.',
  input: z.object({
    channel: z
      .enum(['fb', 'ig', 'tg', 'tt'], {
        error: ({ input }) =>
          input === 'wd'
            ? 'channel must be fb, ig, tg or tt; a wd channel is removed with delete-session.'
            : input === 'wa'
              ? 'channel must be fb, ig, tg or tt; a wa number is removed by the operator (DELETE /api/admin/tenants/{slug}/channels/wa/{id}).'
              : undefined,
      })
      .describe('One of fb, ig, tg, tt'),
    id: line(200).describe('Channel account id as in ?action=channels'),
  }),
  output: z.object({
    ok: z.literal(true),
    channel: z.enum(['fb', 'ig', 'tg', 'tt']),
    status: z.literal('disconnected'),
    also_disconnected: z.array(z.object({ channel: Channel, id: z.string() })),
  }),
  errors: ['channel_not_allowed', 'not_connected', 'idempotency_in_progress', 'idempotency_mismatch'],
  channelField: 'channel',
  deadlineMs: 25_000,
});
