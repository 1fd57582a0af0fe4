import { z } from 'zod';
import { itemOf, removed } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { Instant, Slug, TargetId } from '../../fields.ts';
import { ListQuery, listOf, searchedBy } from './tenants.ts';
import { WebhookView } from './webhooks.ts';

/**
 * The reason why a lane makes no deliveries: Parley paused it, its circuit breaker is open, or its oldest delivery is
 * late for another reason.
 */
export const StuckState = z.enum(['paused', 'breaker', 'late']);

/** Sort keys of stuck lanes. */
export const STUCK_SORTS = ['id', 'tenant', 'since'] as const;

export const StuckLane = z
  .object({
    instance_id: z.string().describe('Of the key (ins_…) or the platform webhook (plt_…)'),
    tenant: z.string().nullable().describe('Null: the platform webhook of the deployment'),
    label: z.string().nullable().describe('Of the key; null for a platform webhook'),
    webhook_url: z.string().nullable(),
    state: StuckState,
    reason: WebhookView.shape.reason,
    since: Instant,
    consecutive_failures: z.int(),
    resumes_at: Instant.nullable(),
    oldest_due_at: Instant.nullable().describe('When its oldest delivery became due, or will be due'),
    last_attempt: z
      .object({ at: Instant, status_code: z.int().nullable(), error: z.string().nullable() })
      .nullable()
      .describe('Of its oldest delivery'),
  })
  .register(SCHEMA_NAMES, { id: 'StuckLane' });

/** Stalled lanes of all tenants that were not paused by hand (docs/reference/webhook-delivery.md#stuck-lanes). */
export const listStuckLanes = defineOperator({
  service: 'webhook-delivery',
  name: 'list-stuck-lanes',
  method: 'GET',
  path: '/stuck-lanes',
  summary: 'Webhooks of all tenants whose deliveries are stuck, with the reason',
  description:
    'Returns the webhooks of all tenants whose deliveries are stuck: paused, failing or blocked by one event, each with the reason and the number of waiting events.',
  input: z.object({
    ...ListQuery,
    ...searchedBy(STUCK_SORTS, 'the tenant, the label or the URL'),
    instance_id: TargetId.optional().describe('Returns only this webhook'),
  }),
  output: listOf(StuckLane),
  errors: [],
});

/** Ends any pause: deliveries start again, and the failure counter is reset. */
export const resumeLane = defineOperator({
  service: 'webhook-delivery',
  name: 'resume-lane',
  method: 'POST',
  path: '/stuck-lanes/{instance_id}/resume',
  summary: 'Resume a stuck webhook, of a tenant or of the deployment',
  description:
    'Wakes a webhook from list-stuck-lanes, of a key or a platform webhook. Its waiting deliveries are attempted now.',
  input: z.object({
    instance_id: TargetId,
    slug: Slug.optional().describe('The tenant of the webhook; default: the deployment'),
  }),
  output: WebhookView,
  errors: ['unknown_tenant', 'unknown_key'],
  audit: {
    fields: ['slug', 'instance_id', 'state', 'reason', 'since', 'consecutive_failures'],
    change: removed(itemOf(listStuckLanes, { instance_id: 'instance_id' }), {
      fields: ['state', 'reason', 'since', 'consecutive_failures'],
    }),
  },
});
