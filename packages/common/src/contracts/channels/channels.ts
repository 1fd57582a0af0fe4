import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { ACCOUNT, PHONE } from '../../contract/example-values.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineAction } from '../../define-contract.ts';

/** One connected channel (docs/reference/channels.md#connected-channels). */
export const ChannelEntry = z
  .object({
    channel: Channel,
    id: z.string(),
    name: z.string(),
    identifier: z.string().optional().describe('Readable number; present for wd entries and for wa'),
    status: z.string(),
  })
  .register(SCHEMA_NAMES, { id: 'ConnectedChannel' });

/** Connected channels that the key may use (docs/reference/channels.md#connected-channels). */
export const channels = defineAction({
  service: 'channel-connect',
  name: 'channels',
  method: 'GET',
  tag: 'channels',
  sdk: 'channels.list',
  mcp: 'reads',
  mcpList: 'channels',
  reference: 'docs/reference/channels.md#connected-channels',
  summary: 'List the connected channels',
  description:
    'Returns each connected account of the key’s channels: channel code, id, label and, where it has one, number. Pass the id, number or label as `from` to choose the sending account. An account that is missing here is not connected: a send through it fails with not_connected.',
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    channels: z.array(ChannelEntry),
    counts: z
      .record(z.string(), z.int())
      .describe('Number of connected accounts by channel code, for every channel of the key, including zeros'),
  }),
  errors: [],
  logged: {},
  example: {
    request: {},
    answer: {
      ok: true,
      channels: [
        { channel: 'wa', id: ACCOUNT.id, name: ACCOUNT.label, identifier: ACCOUNT.number, status: 'connected' },
        { channel: 'wd', id: PHONE.id, name: PHONE.label, identifier: PHONE.number, status: 'connected' },
      ],
      counts: { wa: 1, wd: 1, tg: 0 },
    },
  },
});
