import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { INSTANCE } from '../../contract/example-values.ts';
import { defineAction } from '../../define-contract.ts';

/** State of the key and its account; works for an inactive account too (docs/reference/channels.md#status). */
export const status = defineAction({
  service: 'accounts',
  name: 'status',
  method: 'GET',
  tag: 'account',
  sdk: 'account.status',
  mcp: 'reads',
  reference: 'docs/reference/channels.md#status',
  summary: 'Get the status of this key and its account',
  description:
    'Checks a key: returns its id, the channels that it may use and the prepaid balance of its workspace. Costs nothing; call it first to see whether an address and a key work.',
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    instance_id: z.string(),
    channels: z.array(Channel),
    balance: z.number().describe('Current credit'),
  }),
  errors: [],
  logged: {},
  example: {
    request: {},
    answer: { ok: true, instance_id: INSTANCE, channels: ['wa', 'wd', 'tg', 'fb'], balance: 100 },
  },
});
