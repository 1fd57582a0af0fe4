import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineAction } from '../../define-contract.ts';

/** One connected channel (docs/reference/channels.md#connected-channels). */
export const ChannelEntry = z.object({
  channel: Channel,
  id: z.string(),
  name: z.string(),
  identifier: z.string().optional().describe('Readable number; present for wd entries and for wa'),
  status: z.string(),
});

/** Connected channels that the key may use (docs/reference/channels.md#connected-channels). */
export const channels = defineAction({
  service: 'channel-connect',
  name: 'channels',
  method: 'GET',
  tag: 'channels',
  summary: 'List the connected channels',
  description:
    'Returns each connected account of the key’s channels: channel code, id, label and, where it has one, number. Pass the id, number or label as `from` to choose the sending account. An account that is missing here is not connected: a send through it fails with not_connected.',
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    channels: z.array(ChannelEntry),
    counts: z
      .record(z.string(), z.int())
      .describe('Connected channels by code; every channel of the key, zero included'),
  }),
  errors: [],
});
