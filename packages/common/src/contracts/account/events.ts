import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { AT, INSTANCE } from '../../contract/example-values.ts';
import { LoggedLimit } from '../../contract/logged-values.ts';
import { defineAction } from '../../define-contract.ts';
import { sampleEvent } from '../../events/sample-events.ts';
import { Envelope, EventType } from '../../events.ts';
import { OffsetInstant, pageLimit, RowId } from '../../fields.ts';

const Order = z.enum(['oldest', 'newest']);
const After = z.string().regex(/^(latest|evt_[0-9a-z]{10,40})$/, 'must be latest or the id of an event (evt_…)');

/**
 * The key's own events: a receiver that was unavailable catches up by pulling, oldest first
 * (docs/reference/webhook-delivery.md#event-ledger).
 */
export const events = defineAction({
  service: 'webhook-delivery',
  name: 'events',
  method: 'GET',
  tag: 'events',
  sdk: 'events.list',
  mcp: 'reads',
  reference: 'docs/reference/webhook-delivery.md#event-ledger',
  summary: 'List the events of this key, oldest or newest first',
  description:
    'The events that the key is subscribed to, in a stable order, for 30 days, whether or not its webhook accepted them. Continue with `next_after` until `has_more` is false, and repeat the other parameters on every page. A page can be empty while `has_more` is true. In the order oldest first, an event that commits late appears after those that you have read, never before. In the order newest first, the list begins with the newest event whose predecessors are all stored.',
  input: z.object({
    after: After.optional().describe(
      '`next_after` of the previous page, or the id of the last handled event: the list continues after it, in its order; `latest` is the end of the ledger, oldest first only. Default: the first event of the order',
    ),
    since: OffsetInstant.optional().describe('Omits events created before this time'),
    order: Order.optional().describe('The order of the events. Default: `oldest`'),
    type: EventType.optional().describe('Only events of this type, which the key is subscribed to'),
    channel: Channel.optional().describe('Only events of this channel'),
    conversation_id: RowId.optional().describe('Only events of this conversation'),
    limit: pageLimit(500, 100),
  }),
  output: z.object({
    ok: z.literal(true),
    count: z.int(),
    events: z.array(Envelope).describe('Each event as it is delivered to the webhook'),
    next_after: z
      .string()
      .nullable()
      .describe('The next `after`: the id of the last examined event, of this key or not; `after` if there was none'),
    has_more: z.boolean(),
  }),
  errors: ['channel_not_allowed'],
  channelField: 'channel',
  logged: {
    after: After,
    since: OffsetInstant,
    order: Order,
    type: EventType,
    channel: Channel,
    conversation_id: RowId,
    limit: LoggedLimit,
  },
  example: {
    request: { after: 'evt_01k0a2b3c4d5e6f7g8h9j0kmnp', limit: 100 },
    answer: {
      ok: true,
      count: 1,
      events: [
        {
          id: 'evt_01k0a2b3c4d5e6f7g8h9j0kmnq',
          event: 'message.status',
          instance_id: INSTANCE,
          created_at: AT,
          data: { ...sampleEvent('message.status', new Date(AT)) },
        },
      ],
      next_after: 'evt_01k0a2b3c4d5e6f7g8h9j0kmnq',
      has_more: false,
    },
  },
});
