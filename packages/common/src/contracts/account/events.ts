import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { Envelope } from '../../events.ts';
import { pageLimit } from '../../fields.ts';

const EventId = z.string().regex(/^evt_[0-9a-z]{10,40}$/, 'must be the id of an event (evt_…)');

/** The key's own events, oldest first: a receiver that was down catches up by pulling (webhook-delivery.md, For the people who use it). */
export const events = defineAction({
  service: 'webhook-delivery',
  name: 'events',
  method: 'GET',
  tag: 'events',
  summary: 'Read the events of the key, oldest first',
  description:
    'Every event that the key is subscribed to, in a stable order and for 30 days, whether or not its webhook took it: begin with the id of the last event that you have handled and go on with `next_after` until `has_more` is false. An event that commits late appears after those you have read, never before.',
  input: z.object({
    after: EventId.optional().describe(
      'Id of the last event that was read; without it the oldest one kept is the first',
    ),
    limit: pageLimit(500, 100),
  }),
  output: z.object({
    ok: z.literal(true),
    count: z.int(),
    events: z.array(Envelope).describe('Each as it is delivered to the webhook'),
    next_after: z.string().nullable().describe('Where to go on: the id of the last event, or `after` when none came'),
    has_more: z.boolean(),
  }),
  errors: [],
});
