import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { Instant, Slug } from '../../fields.ts';
import { ListQuery, listOf, searchedBy, TenantView } from '../operator/tenants.ts';
import { usage } from './workspace.ts';

const Activity = {
  last_active_at: Instant.nullable().describe('Of the last message, or the last request of a key; null: never'),
};

/** Sort keys of the operator's list of tenants. */
export const TENANT_SORTS = ['created', 'name', 'plan', 'credit', 'messages', 'failed', 'activity'] as const;

/** Tenants with their activity of 24 hours (docs/reference/console.md#tenants). */
export const listTenantActivity = defineConsole({
  service: 'accounts',
  name: 'list-tenant-activity',
  method: 'GET',
  summary: 'Tenants with their messages of 24 hours',
  permission: 'deployment',
  input: z.object({
    ...ListQuery,
    ...searchedBy(TENANT_SORTS, 'the name or the slug'),
  }),
  output: listOf(
    TenantView.extend({
      ...Activity,
      messages: z.int().describe('Sent and received in this hour (UTC) and the 23 before it'),
      messages_failed: z.int().describe('Of those that were sent'),
    }),
  ),
  errors: [],
});

/** Days of the figures of one tenant, today included. */
export const TENANT_DAYS = 14;

/** One tenant (docs/reference/console.md#tenants). */
export const showTenant = defineConsole({
  service: 'accounts',
  name: 'show-tenant',
  method: 'GET',
  summary: 'A tenant, its configuration, and its messages by day',
  permission: 'deployment',
  input: z.object({ slug: Slug }),
  output: TenantView.extend({
    ...Activity,
    members: z.int(),
    keys: z.int().describe('Not revoked'),
    channels: z.int().describe('Connected'),
    troubles: z.int().describe('The items that need attention on its home page'),
    days: z
      .array(usage.output.shape.items.element.omit({ cost: true }))
      .describe(`By day (UTC) and channel, of ${TENANT_DAYS} days`),
  }),
  errors: ['unknown_tenant'],
});
