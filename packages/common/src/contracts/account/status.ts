import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineAction } from '../../define-contract.ts';

/** State of the key and its account; works for an inactive account too (docs/reference/channels.md#status). */
export const status = defineAction({
  service: 'accounts',
  name: 'status',
  method: 'GET',
  tag: 'account',
  summary: 'Status of the key and its account',
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    instance_id: z.string(),
    channels: z.array(Channel),
    balance: z.number().describe('Current credit'),
  }),
  errors: [],
});
