import { z } from 'zod';
import { PAUSE_FIELDS, PAUSED, TRIES } from '../../contract/audit-values.ts';
import { changed, one, removed, replaced } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { PLATFORM_SUBSCRIPTIONS } from '../../events/event-types.ts';
import { PlatformEventType, PlatformSubscription } from '../../events/platform-events.ts';
import { areDistinct, Instant, line, Slug } from '../../fields.ts';
import { WebhookView } from './webhooks.ts';

const PLATFORM_FIELDS = ['instance_id', 'url', 'events', 'enabled', 'created_at'];

/*
 * The platform webhook of the deployment, and of each tenant: the same operations under two paths
 * (docs/reference/platform-events.md#operator-api).
 */

const OF_DEPLOYMENT = '/platform-webhook';
const OF_TENANT = '/tenants/{slug}/platform-webhook';
const Tenant = { slug: Slug };

const URL_MAX = 2048;

const Settings = {
  url: line(URL_MAX).describe('https address that gets the events'),
  events: z
    .array(PlatformSubscription)
    .max(PLATFORM_SUBSCRIPTIONS.length)
    .refine(areDistinct, 'must not repeat an event')
    .optional()
    .describe('Default: unchanged; for a new webhook every event except the opt-in events of keys'),
  enabled: z.boolean().optional().describe('Default: unchanged; for a new webhook true'),
};

export const PlatformWebhookView = z
  .object({
    instance_id: z.string().describe('plt_…'),
    url: z.string(),
    events: z.array(PlatformSubscription),
    enabled: z.boolean(),
    created_at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'PlatformWebhook' });

const SetAnswer = PlatformWebhookView.extend({
  secret: z.string().optional().describe('whsec_…, only in the response that creates the webhook'),
});
const NewSecret = z.object({ secret: z.string().describe('whsec_…; the previous one also signs for 24 hours') });
const TestEvent = {
  event: PlatformEventType.default('new-messages'),
  note: line(200).optional(),
};
const TestAnswer = z.object({ event_id: z.string(), delivery_id: z.string() });

export const getPlatformWebhook = defineOperator({
  service: 'accounts',
  name: 'get-platform-webhook',
  method: 'GET',
  path: OF_DEPLOYMENT,
  summary: 'The platform webhook of the deployment',
  description:
    'Returns the address, the event types and the state of the webhook for administrative events of all tenants. The secret is never shown.',
  input: z.object({}),
  output: PlatformWebhookView,
  errors: ['unknown_platform_webhook'],
});

/** Creates the webhook, or changes the existing one. */
export const setPlatformWebhook = defineOperator({
  service: 'accounts',
  name: 'set-platform-webhook',
  method: 'PUT',
  path: OF_DEPLOYMENT,
  summary: 'Make or change the platform webhook of the deployment',
  description:
    'Creates or changes the webhook for administrative events of all tenants. A new webhook’s secret is shown only in this response. The address must be public HTTPS whose host resolves.',
  input: z.object(Settings),
  output: SetAnswer,
  errors: ['invalid_webhook_url'],
  audit: { fields: PLATFORM_FIELDS, change: changed(one(getPlatformWebhook)) },
});

/** Permanent: waiting deliveries end as failed. */
export const deletePlatformWebhook = defineOperator({
  service: 'accounts',
  name: 'delete-platform-webhook',
  method: 'DELETE',
  path: OF_DEPLOYMENT,
  summary: 'Delete the platform webhook of the deployment',
  description: 'Removes the webhook for administrative events of all tenants. No event is delivered to it afterwards.',
  input: z.object({}),
  output: PlatformWebhookView,
  errors: ['unknown_platform_webhook'],
  audit: { fields: PLATFORM_FIELDS, change: removed(one(getPlatformWebhook)) },
});

export const rotatePlatformSecret = defineOperator({
  service: 'accounts',
  name: 'rotate-platform-secret',
  method: 'POST',
  path: `${OF_DEPLOYMENT}/rotate-secret`,
  summary: 'Rotate the secret of the deployment’s platform webhook',
  description: 'Creates a new secret, which only this response shows. The previous one also signs for 24 hours.',
  input: z.object({}),
  output: NewSecret,
  errors: ['unknown_platform_webhook'],
  audit: { fields: [], change: replaced('secret') },
});

export const checkPlatformWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'check-platform-webhook',
  method: 'GET',
  path: `${OF_DEPLOYMENT}/health`,
  summary: 'The health of the platform webhook of the deployment',
  description:
    'Returns whether deliveries run or are paused and why, the failures in a row, and how many deliveries wait.',
  input: z.object({}),
  output: WebhookView,
  errors: ['unknown_platform_webhook'],
});

export const testPlatformWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'test-platform-webhook',
  method: 'POST',
  path: `${OF_DEPLOYMENT}/test-event`,
  summary: 'Send a test event to the platform webhook of the deployment',
  description: 'Sends a signed test event at once, and returns the receiver’s response.',
  input: z.object(TestEvent),
  output: TestAnswer,
  errors: ['unknown_platform_webhook'],
  audit: { fields: ['event'], change: TRIES },
});

export const pausePlatformWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'pause-platform-webhook',
  method: 'POST',
  path: `${OF_DEPLOYMENT}/pause`,
  summary: 'Pause the platform webhook of the deployment; its deliveries wait',
  description:
    'Stops deliveries until the webhook is resumed. Until then events are stored, and they are delivered afterwards.',
  input: z.object({}),
  output: WebhookView,
  errors: ['unknown_platform_webhook'],
  audit: { fields: PAUSE_FIELDS, change: changed(one(checkPlatformWebhook), PAUSED) },
});

export const resumePlatformWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'resume-platform-webhook',
  method: 'POST',
  path: `${OF_DEPLOYMENT}/resume`,
  summary: 'Resume the platform webhook of the deployment, also one that was disabled',
  description: 'Restarts deliveries. Waiting events are delivered, oldest first.',
  input: z.object({}),
  output: WebhookView,
  errors: ['unknown_platform_webhook'],
  audit: { fields: PAUSE_FIELDS, change: changed(one(checkPlatformWebhook), PAUSED) },
});

export const getTenantPlatformWebhook = defineOperator({
  service: 'accounts',
  name: 'get-tenant-platform-webhook',
  method: 'GET',
  path: OF_TENANT,
  summary: 'The platform webhook of a tenant',
  description:
    'Returns the address, the event types and the state of the webhook for administrative events of one tenant. The secret is never shown.',
  input: z.object(Tenant),
  output: PlatformWebhookView,
  errors: ['unknown_tenant', 'unknown_platform_webhook'],
});

/** Creates the webhook, or changes the existing one. */
export const setTenantPlatformWebhook = defineOperator({
  service: 'accounts',
  name: 'set-tenant-platform-webhook',
  method: 'PUT',
  path: OF_TENANT,
  summary: 'Make or change the platform webhook of a tenant',
  description:
    'Creates or changes the webhook for administrative events of one tenant. A new webhook’s secret is shown only in this response. The address must be public HTTPS whose host resolves.',
  input: z.object({ ...Tenant, ...Settings }),
  output: SetAnswer,
  errors: ['unknown_tenant', 'invalid_webhook_url'],
  audit: { fields: ['slug', ...PLATFORM_FIELDS], change: changed(one(getTenantPlatformWebhook)) },
});

/** Permanent: waiting deliveries end as failed. */
export const deleteTenantPlatformWebhook = defineOperator({
  service: 'accounts',
  name: 'delete-tenant-platform-webhook',
  method: 'DELETE',
  path: OF_TENANT,
  summary: 'Delete the platform webhook of a tenant',
  description: 'Removes the webhook for administrative events of one tenant. No event is delivered to it afterwards.',
  input: z.object(Tenant),
  output: PlatformWebhookView,
  errors: ['unknown_tenant', 'unknown_platform_webhook'],
  audit: { fields: ['slug', ...PLATFORM_FIELDS], change: removed(one(getTenantPlatformWebhook)) },
});

export const rotateTenantPlatformSecret = defineOperator({
  service: 'accounts',
  name: 'rotate-tenant-platform-secret',
  method: 'POST',
  path: `${OF_TENANT}/rotate-secret`,
  summary: 'Rotate the secret of a tenant’s platform webhook',
  description: 'Creates a new secret, which only this response shows. The previous one also signs for 24 hours.',
  input: z.object(Tenant),
  output: NewSecret,
  errors: ['unknown_tenant', 'unknown_platform_webhook'],
  audit: { fields: ['slug'], change: replaced('secret') },
});

export const checkTenantPlatformWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'check-tenant-platform-webhook',
  method: 'GET',
  path: `${OF_TENANT}/health`,
  summary: 'The health of the platform webhook of a tenant',
  description:
    'Returns whether deliveries run or are paused and why, the failures in a row, and how many deliveries wait.',
  input: z.object(Tenant),
  output: WebhookView,
  errors: ['unknown_tenant', 'unknown_platform_webhook'],
});

export const testTenantPlatformWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'test-tenant-platform-webhook',
  method: 'POST',
  path: `${OF_TENANT}/test-event`,
  summary: 'Send a test event to the platform webhook of a tenant',
  description: 'Sends a signed test event at once, and returns the receiver’s response.',
  input: z.object({ ...Tenant, ...TestEvent }),
  output: TestAnswer,
  errors: ['unknown_tenant', 'unknown_platform_webhook'],
  audit: { fields: ['slug', 'event'], change: TRIES },
});

export const pauseTenantPlatformWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'pause-tenant-platform-webhook',
  method: 'POST',
  path: `${OF_TENANT}/pause`,
  summary: 'Pause the platform webhook of a tenant; its deliveries wait',
  description:
    'Stops deliveries until the webhook is resumed. Until then events are stored, and they are delivered afterwards.',
  input: z.object(Tenant),
  output: WebhookView,
  errors: ['unknown_tenant', 'unknown_platform_webhook'],
  audit: { fields: ['slug', ...PAUSE_FIELDS], change: changed(one(checkTenantPlatformWebhook), PAUSED) },
});

export const resumeTenantPlatformWebhook = defineOperator({
  service: 'webhook-delivery',
  name: 'resume-tenant-platform-webhook',
  method: 'POST',
  path: `${OF_TENANT}/resume`,
  summary: 'Resume the platform webhook of a tenant, also one that was disabled',
  description: 'Restarts deliveries. Waiting events are delivered, oldest first.',
  input: z.object(Tenant),
  output: WebhookView,
  errors: ['unknown_tenant', 'unknown_platform_webhook'],
  audit: { fields: ['slug', ...PAUSE_FIELDS], change: changed(one(checkTenantPlatformWebhook), PAUSED) },
});

/** Every operation on platform webhooks except those on deliveries. */
export const PLATFORM_WEBHOOK_ENDPOINTS = [
  getPlatformWebhook,
  setPlatformWebhook,
  deletePlatformWebhook,
  rotatePlatformSecret,
  checkPlatformWebhook,
  testPlatformWebhook,
  pausePlatformWebhook,
  resumePlatformWebhook,
  getTenantPlatformWebhook,
  setTenantPlatformWebhook,
  deleteTenantPlatformWebhook,
  rotateTenantPlatformSecret,
  checkTenantPlatformWebhook,
  testTenantPlatformWebhook,
  pauseTenantPlatformWebhook,
  resumeTenantPlatformWebhook,
] as const;
