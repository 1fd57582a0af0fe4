import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { Envelope } from '../../events.ts';
import { pageLimit } from '../../fields.ts';

const EventId = z.string().regex(/^evt_[0-9a-z]{10,40}$/, 'must be the id of an event (evt_…)');

/**
 * The key's own events, oldest first: a receiver that was unavailable catches up by pulling
 * (docs/reference/webhook-delivery.md#event-ledger).
 */
export const events = defineAction({
  service: 'webhook-delivery',
  name: 'events',
  method: 'GET',
  tag: 'events',
  summary: 'Read the events of the key, oldest first',
  description:
    'Every event that the key is subscribed to, in a stable order and for 30 days, whether or not its webhook took it: begin with the id of the last event that you have handled and go on with `next_after` until `has_more` is false. A page can hold fewer events than `limit`, and none at all, while `has_more` is true: one call looks at a bounded number of the account’s events, also at those that are not for this key, and `next_after` moves past them. An event that commits late appears after those you have read, never before.',
  input: z.object({
    after: EventId.optional().describe(
      '`next_after` of the page before, or the id of the last event that was handled; without it the oldest one kept is the first',
    ),
    limit: pageLimit(500, 100),
  }),
  output: z.object({
    ok: z.literal(true),
    count: z.int(),
    events: z.array(Envelope).describe('Each as it is delivered to the webhook'),
    next_after: z
      .string()
      .nullable()
      .describe(
        'Where to go on, as `after`: the id of the last event that was looked at, of this key or not; `after` when there was none',
      ),
    has_more: z.boolean(),
  }),
  errors: [],
});
