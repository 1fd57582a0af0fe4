import { z } from 'zod';
import { PAUSE_FIELDS, PAUSED } from '../../contract/audit-values.ts';
import { changed, one } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { InstanceId, Instant, Slug } from '../../fields.ts';

/** The state of a key's webhook. */
export const WebhookView = z
  .object({
    instance_id: z.string(),
    webhook_url: z.string().nullable(),
    status: z.enum(['active', 'paused']),
    reason: z
      .enum(['operator', 'gone', 'failing'])
      .nullable()
      .describe('The reason of the pause: an operator, a 410 response, or three days of failures'),
    paused_at: Instant.nullable(),
    consecutive_failures: z.int(),
    failing_since: Instant.nullable(),
    resumes_at: Instant.nullable().describe(
      'No delivery before this time (circuit breaker, or the receiver’s Retry-After)',
    ),
    waiting: z.int().describe('Waiting deliveries, counted up to 10,000'),
  })
  .register(SCHEMA_NAMES, { id: 'Webhook' });

const Key = z.object({ slug: Slug, instance_id: InstanceId });

export const getWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'get-webhook',
  method: 'GET',
  path: '/tenants/{slug}/keys/{instance_id}/webhook',
  summary: 'The health of the webhook of a key',
  description:
    'Returns whether deliveries run or are paused and why, the failures in a row, and how many deliveries wait.',
  input: Key,
  output: WebhookView,
  errors: ['unknown_tenant', 'unknown_key'],
});

/** No delivery starts until it is resumed; running attempts finish, and the other deliveries are kept. */
export const pauseWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'pause-webhook',
  method: 'POST',
  path: '/tenants/{slug}/keys/{instance_id}/webhook/pause',
  summary: 'Pause the webhook of a key; its deliveries wait',
  description:
    'Stops deliveries to the webhook of a key until resume-webhook. Until then events are stored, and they are delivered afterwards.',
  input: Key,
  output: WebhookView,
  errors: ['unknown_tenant', 'unknown_key'],
  audit: { fields: ['slug', ...PAUSE_FIELDS], change: changed(one(getWebhook), PAUSED) },
});

/** Ends any pause: deliveries start again, and the failure counter is reset. */
export const resumeWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'resume-webhook',
  method: 'POST',
  path: '/tenants/{slug}/keys/{instance_id}/webhook/resume',
  summary: 'Resume the webhook of a key, also one that was disabled',
  description: 'Restarts deliveries to the webhook of a key. Waiting events are delivered, oldest first.',
  input: Key,
  output: WebhookView,
  errors: ['unknown_tenant', 'unknown_key'],
  audit: { fields: ['slug', ...PAUSE_FIELDS], change: changed(one(getWebhook), PAUSED) },
});
