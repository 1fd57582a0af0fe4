import { z } from 'zod';
import { defineOperator } from '../../define-contract.ts';
import { InstanceId, Instant, Slug } from '../../fields.ts';

/** The state of a key's webhook. */
export const WebhookView = z.object({
  instance_id: z.string(),
  webhook_url: z.string().nullable(),
  status: z.enum(['active', 'paused']),
  reason: z
    .enum(['operator', 'gone', 'failing'])
    .nullable()
    .describe('Why it is paused: by an operator, because it answered 410, or because it failed for three days'),
  paused_at: Instant.nullable(),
  consecutive_failures: z.int(),
  failing_since: Instant.nullable(),
  resumes_at: Instant.nullable().describe('Not before: the breaker, or the receiver’s own Retry-After'),
  waiting: z.int().describe('Deliveries still to be made, counted up to 10,000'),
});

const Key = z.object({ slug: Slug, instance_id: InstanceId });

export const getWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'get-webhook',
  method: 'GET',
  path: '/tenants/{slug}/keys/{instance_id}/webhook',
  summary: 'How the webhook of a key is doing',
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
    'Stops deliveries to the webhook of a key until resume-webhook. Events are stored meanwhile and delivered afterwards.',
  input: Key,
  output: WebhookView,
  errors: ['unknown_tenant', 'unknown_key'],
});

/** Ends any pause: deliveries start again, and the failure counter is reset. */
export const resumeWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'resume-webhook',
  method: 'POST',
  path: '/tenants/{slug}/keys/{instance_id}/webhook/resume',
  summary: 'Resume the webhook of a key, also one that was disabled',
  description: 'Starts deliveries to the webhook of a key again. What waited is delivered, oldest first.',
  input: Key,
  output: WebhookView,
  errors: ['unknown_tenant', 'unknown_key'],
});
