import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { TRIES } from '../../contract/audit-values.ts';
import { made } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { EVENT_TYPES, PLATFORM_EVENT_TYPES } from '../../events/event-types.ts';
import { PlatformSubscription } from '../../events/platform-events.ts';
import { EventType } from '../../events.ts';
import { InstanceId, Instant, line, Slug, TargetId } from '../../fields.ts';
import { missingField } from '../when-object.ts';
import { ListQuery, listOf } from './tenants.ts';

const REPLAY_FIELDS = ['id', 'ids', 'instance_id', 'since', 'until', 'status', 'replayed'];

export const DeliveryStatus = z
  .enum(['pending', 'delivered', 'failed', 'paused'])
  .register(SCHEMA_NAMES, { id: 'DeliveryStatus' });

export const DeliveryView = z
  .object({
    id: z.string(),
    event_id: z.string(),
    event: z.string(),
    instance_id: z.string(),
    label: z.string().nullable().describe('The label of the key; null for a platform webhook'),
    channel: Channel.nullable().describe('Null if the event belongs to no channel'),
    status: DeliveryStatus,
    attempt_count: z.int().describe('Attempts since it was created or last replayed'),
    status_code: z
      .int()
      .nullable()
      .describe('Of the last of these attempts; null without a response, or without an attempt'),
    latency_ms: z.int().nullable().describe('How long the last of these attempts took; null without an attempt'),
    next_attempt_at: Instant.nullable(),
    created_at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'Delivery' });

export const AttemptView = z
  .object({
    at: Instant,
    status_code: z.int().nullable(),
    latency_ms: z.int(),
    error: z.string().nullable(),
    response: z.string().nullable().describe('First 1 kB of the response'),
    headers: z
      .record(z.string(), z.string())
      .nullable()
      .describe(
        'The headers of the attempt; null if it was not sent; without signatures if the secret was replaced since',
      ),
  })
  .register(SCHEMA_NAMES, { id: 'Attempt' });

const DeliveryId = z.string().regex(/^\d{1,18}$/, 'must be the decimal digits of a delivery id');

const Filter = {
  status: DeliveryStatus.optional(),
  since: Instant.optional(),
  until: Instant.optional(),
};
const DeliveryWithAttempts = DeliveryView.extend({
  payload: z.string().describe('The exact body, which is what was signed'),
  attempts: z.array(AttemptView).describe('The last 100, oldest first'),
});

export const listDeliveries = defineOperator({
  service: 'webhook-delivery',
  name: 'list-deliveries',
  method: 'GET',
  path: '/tenants/{slug}/deliveries',
  summary: 'List webhook deliveries, newest first',
  description:
    'Returns the webhook deliveries of a tenant page by page, filtered by key, status, event type or time. Use it to find deliveries that failed, then replay them.',
  input: z.object({
    slug: Slug,
    ...ListQuery,
    instance_id: TargetId.optional(),
    event: z.enum([...EVENT_TYPES, ...PLATFORM_EVENT_TYPES]).optional(),
    ...Filter,
  }),
  output: listOf(DeliveryView),
  errors: ['unknown_tenant'],
});

/** Deliveries of the deployment's platform webhook. */
export const listPlatformDeliveries = defineOperator({
  service: 'webhook-delivery',
  name: 'list-platform-deliveries',
  method: 'GET',
  path: '/platform-webhook/deliveries',
  summary: 'List deliveries to the platform webhook of the deployment, newest first',
  description:
    'Returns the deliveries of administrative events to the deployment’s webhook page by page, filtered by status, event type or time.',
  input: z.object({
    ...ListQuery,
    instance_id: TargetId.optional(),
    event: PlatformSubscription.optional(),
    ...Filter,
  }),
  output: listOf(DeliveryView),
  errors: [],
});

export const getDelivery = defineOperator({
  service: 'webhook-delivery',
  name: 'get-delivery',
  method: 'GET',
  path: '/tenants/{slug}/deliveries/{id}',
  summary: 'One delivery with its attempts',
  description:
    'Returns a delivery by its id: the event, the status, and each attempt with the HTTP status or error of the receiver.',
  input: z.object({ slug: Slug, id: DeliveryId }),
  output: DeliveryWithAttempts,
  errors: ['unknown_tenant', 'unknown_delivery'],
});

export const getPlatformDelivery = defineOperator({
  service: 'webhook-delivery',
  name: 'get-platform-delivery',
  method: 'GET',
  path: '/platform-webhook/deliveries/{id}',
  summary: 'One delivery to the platform webhook of the deployment, with its attempts',
  description:
    'Returns a delivery by its id: the event, the status, and each attempt with the HTTP status or error of the receiver.',
  input: z.object({ id: DeliveryId }),
  output: DeliveryWithAttempts,
  errors: ['unknown_delivery'],
});

const IDS_MAX = 100;
const Range = {
  id: DeliveryId.optional(),
  ids: z.array(DeliveryId).min(1).max(IDS_MAX).optional(),
  instance_id: TargetId.optional(),
  since: Instant.optional(),
  until: Instant.optional(),
  status: z.enum(['failed', 'delivered', 'any']).default('failed'),
  cursor: ListQuery.cursor,
};
const isGiven = ({ id, ids, since }: { [Name in 'id' | 'ids' | 'since']?: unknown }): boolean =>
  id !== undefined || ids !== undefined || since !== undefined;
const Replayed = z.object({
  replayed: z.int().describe('How many deliveries this call has returned to their lanes'),
  next_cursor: z.string().nullable().describe('The position to continue from; null once the whole range was examined'),
});
const ONE_OF = missingField('id', 'id is required, or ids, or since.');

/** Replays one (`id`), some (`ids`), a range (`since`, `until`), or all failed since a time (`since`); throttled through the lane. */
export const replayDeliveries = defineOperator({
  service: 'webhook-delivery',
  name: 'replay-deliveries',
  method: 'POST',
  path: '/tenants/{slug}/deliveries/replay',
  summary: 'Replay deliveries',
  description:
    'Delivers events again: one by `id`, up to 100 by `ids`, or those since a time by status. A call replays at most 1000, oldest first; repeat it with `cursor` for the rest. Receivers get the same event id, so they can recognize a repeat.',
  input: z.object({ slug: Slug, ...Range }).refine(isGiven, ONE_OF),
  oneOf: ['id', 'ids', 'since'],
  output: Replayed,
  errors: ['unknown_tenant', 'unknown_delivery'],
  audit: { fields: ['slug', ...REPLAY_FIELDS], change: made() },
});

export const replayPlatformDeliveries = defineOperator({
  service: 'webhook-delivery',
  name: 'replay-platform-deliveries',
  method: 'POST',
  path: '/platform-webhook/deliveries/replay',
  summary: 'Replay deliveries to the platform webhook of the deployment',
  description:
    'Delivers administrative events again: by id, or those since a time by status. A call replays at most 1000, oldest first; repeat it with `cursor` for the rest.',
  input: z.object(Range).refine(isGiven, ONE_OF),
  oneOf: ['id', 'ids', 'since'],
  output: Replayed,
  errors: ['unknown_delivery'],
  audit: { fields: REPLAY_FIELDS, change: made() },
});

export const sendTestEvent = defineOperator({
  service: 'webhook-delivery',
  name: 'send-test-event',
  method: 'POST',
  path: '/tenants/{slug}/keys/{instance_id}/test-event',
  summary: 'Send a test event to the webhook of a key',
  description: 'Sends a signed test event to the webhook of a key at once, and returns the receiver’s response.',
  input: z.object({
    slug: Slug,
    instance_id: InstanceId,
    event: EventType.default('message.received'),
    note: line(200).optional(),
  }),
  output: z.object({ event_id: z.string(), delivery_id: z.string() }),
  errors: ['unknown_tenant', 'unknown_key'],
  audit: { fields: ['slug', 'instance_id', 'event'], change: TRIES },
});
