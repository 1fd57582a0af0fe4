import { z } from 'zod';
import { defineOperator } from '../../define-contract.ts';
import { EventType } from '../../events.ts';
import { InstanceId, Instant, line, Slug } from '../../fields.ts';
import { ListQuery, listOf } from './tenants.ts';

export const DeliveryStatus = z.enum(['pending', 'delivered', 'failed', 'paused']);

export const DeliveryView = z.object({
  id: z.string(),
  event_id: z.string(),
  event: z.string(),
  instance_id: z.string(),
  status: DeliveryStatus,
  next_attempt_at: Instant.nullable(),
  created_at: Instant,
});

export const AttemptView = z.object({
  at: Instant,
  status_code: z.int().nullable(),
  latency_ms: z.int(),
  error: z.string().nullable(),
  response: z.string().nullable().describe('First 1 kB of the answer'),
});

const DeliveryId = z.string().regex(/^\d{1,18}$/, 'must be the decimal digits of a delivery id');

export const listDeliveries = defineOperator({
  service: 'webhook-delivery',
  name: 'list-deliveries',
  method: 'GET',
  path: '/tenants/{slug}/deliveries',
  summary: 'List webhook deliveries, newest first',
  input: z.object({
    slug: Slug,
    ...ListQuery,
    instance_id: InstanceId.optional(),
    event: EventType.optional(),
    status: DeliveryStatus.optional(),
    since: Instant.optional(),
    until: Instant.optional(),
  }),
  output: listOf(DeliveryView),
  errors: ['unknown_tenant'],
});

export const getDelivery = defineOperator({
  service: 'webhook-delivery',
  name: 'get-delivery',
  method: 'GET',
  path: '/tenants/{slug}/deliveries/{id}',
  summary: 'One delivery with its attempts',
  input: z.object({ slug: Slug, id: DeliveryId }),
  output: DeliveryView.extend({ attempts: z.array(AttemptView) }),
  errors: ['unknown_tenant', 'unknown_delivery'],
});

/** Replays one (`id`), a range (`since`, `until`), or all failed since a time (`since`); throttled through the lane. */
export const replayDeliveries = defineOperator({
  service: 'webhook-delivery',
  name: 'replay-deliveries',
  method: 'POST',
  path: '/tenants/{slug}/deliveries/replay',
  summary: 'Replay deliveries',
  input: z
    .object({
      slug: Slug,
      id: DeliveryId.optional(),
      instance_id: InstanceId.optional(),
      since: Instant.optional(),
      until: Instant.optional(),
      status: z.enum(['failed', 'delivered', 'any']).default('failed'),
    })
    .refine((v) => v.id !== undefined || v.since !== undefined, {
      path: ['id'],
      message: 'id is required, or since.',
      params: { missing: true },
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  output: z.object({ replayed: z.int() }),
  errors: ['unknown_tenant', 'unknown_delivery'],
});

export const sendTestEvent = defineOperator({
  service: 'webhook-delivery',
  name: 'send-test-event',
  method: 'POST',
  path: '/tenants/{slug}/keys/{instance_id}/test-event',
  summary: 'Send a test event to the webhook of a key',
  input: z.object({
    slug: Slug,
    instance_id: InstanceId,
    event: EventType.default('message.received'),
    note: line(200).optional(),
  }),
  output: z.object({ event_id: z.string(), delivery_id: z.string() }),
  errors: ['unknown_tenant', 'unknown_key'],
});
