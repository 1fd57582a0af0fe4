import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { CHANNEL_FIELDS } from '../../contract/audit-values.ts';
import { removed } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { line } from '../../fields.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import { ONE_CHANNEL } from '../operator/tenant-channels.ts';

/** Remove a connected fb, ig, tg or tt channel (docs/reference/channels.md#disconnecting). */
export const disconnectChannel = defineAction({
  service: 'channel-connect',
  name: 'disconnect-channel',
  method: 'POST',
  tag: 'channels',
  sdk: 'channels.disconnect',
  mcp: 'removes',
  reference: 'docs/reference/channels.md#disconnecting',
  summary: 'Disconnect a channel',
  description:
    'Disconnects an account of fb, ig, tg or tt by its id from channels; it no longer sends or receives, and channel.disconnected follows. Disconnecting a page of fb also disconnects its ig account, which is listed in `also_disconnected`. A linked phone (wd) is removed by delete-session, a number of wa by the operator.',
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
  errors: ['channel_not_allowed', 'not_connected', ...IDEMPOTENCY_ERRORS],
  channelField: 'channel',
  deadlineMs: 25_000,
  logged: { channel: Channel },
  example: {
    request: { channel: 'fb', id: '12345654332' },
    answer: {
      ok: true,
      channel: 'fb',
      status: 'disconnected',
      also_disconnected: [{ channel: 'ig', id: '17841400000000001' }],
    },
  },
  audit: { fields: CHANNEL_FIELDS, change: removed(ONE_CHANNEL) },
});
