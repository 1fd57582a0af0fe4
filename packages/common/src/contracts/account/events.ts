import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { Envelope } from '../../events.ts';
import { OffsetInstant, pageLimit } from '../../fields.ts';

const After = z.string().regex(/^(latest|evt_[0-9a-z]{10,40})$/, 'must be latest or the id of an event (evt_…)');

/**
 * The key's own events, oldest first: a receiver that was unavailable catches up by pulling
 * (docs/reference/webhook-delivery.md#event-ledger).
 */
export const events = defineAction({
  service: 'webhook-delivery',
  name: 'events',
  method: 'GET',
  tag: 'events',
  summary: 'List the events of this key, oldest first',
  description:
    'The events that the key is subscribed to, in a stable order, for 30 days, whether or not its webhook accepted them. Continue with `next_after` until `has_more` is false, and repeat `since` on every page. A page can be empty while `has_more` is true. An event that commits late appears after those that you have read, never before.',
  input: z.object({
    after: After.optional().describe(
      '`next_after` of the previous page, or the id of the last handled event; `latest` is the end of the ledger. Default: the oldest event',
    ),
    since: OffsetInstant.optional().describe('Omits events created before this time'),
    limit: pageLimit(500, 100),
  }),
  output: z.object({
    ok: z.literal(true),
    count: z.int(),
    events: z.array(Envelope).describe('Each as it is delivered to the webhook'),
    next_after: z
      .string()
      .nullable()
      .describe('The next `after`: the id of the last examined event, of this key or not; `after` if there was none'),
    has_more: z.boolean(),
  }),
  errors: [],
});
