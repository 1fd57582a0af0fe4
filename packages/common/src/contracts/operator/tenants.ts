import { z } from 'zod';
import { TENANT_FIELDS } from '../../contract/audit-values.ts';
import { changed, made, one } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { Cursor, Instant, line, NewSlug, pageLimit, Slug } from '../../fields.ts';
import { storableText } from '../../text/storable.ts';

/** A decimal with at most six places, as a string: never a float (docs/reference/credit.md#price). */
export const Amount = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'must be a decimal string with at most 12 digits and 6 decimals');

/** An amount in one pattern, because generators of types read two patterns as an intersection. */
export const AmountFromZero = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be a decimal string of at least 0 with at most 12 digits and 6 decimals');

export const TenantStatus = z.enum(['active', 'inactive']);

export const TenantView = z
  .object({
    slug: z.string(),
    name: z.string(),
    plan: z.string(),
    status: TenantStatus,
    balance: z.number(),
    retention_days: z.int().nullable().describe('Null: PARLEY_RETENTION_DAYS applies'),
    low_credit_threshold: z.number().nullable().describe('Credit below which recipients are notified; null: never'),
    created_at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'Tenant' });

export const ListQuery = { limit: pageLimit(200, 50), cursor: Cursor.optional() };

/** How an operator's list is searched and sorted. */
export const searchedBy = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts, parts: string) => ({
  q: storableText(60).default('').describe(`A part of ${parts}`),
  sort: z.enum(sorts).default(sorts[0]),
  descending: z.boolean().default(false),
});

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });

export const RetentionDays = z
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .describe('Messages, their files and comments older than this are erased; null for PARLEY_RETENTION_DAYS');

const Plan = line(50).describe('The plan, which PARLEY_ELIGIBLE_PLANS checks');

/** Creates a tenant (docs/reference/operator-api.md#tenants). */
export const createTenant = defineOperator({
  service: 'accounts',
  name: 'create-tenant',
  method: 'POST',
  path: '/tenants',
  summary: 'Create a tenant',
  description:
    'Creates a workspace with its own channels, keys, members and prepaid credit. The `slug` becomes part of its API address and never changes. A slug that is taken or reserved is refused.',
  input: z.object({
    slug: NewSlug,
    name: line(200).optional(),
    plan: Plan.optional(),
    balance: AmountFromZero.optional(),
  }),
  output: TenantView,
  successStatus: 201,
  errors: ['slug_taken'],
  audit: { fields: TENANT_FIELDS, change: made() },
});

export const listTenants = defineOperator({
  service: 'accounts',
  name: 'list-tenants',
  method: 'GET',
  path: '/tenants',
  summary: 'List tenants',
  description:
    'Returns the tenants of the deployment page by page, with plan, status and balance. Continue with `cursor` until `next_cursor` is null.',
  input: z.object(ListQuery),
  output: listOf(TenantView),
  errors: [],
});

export const getTenant = defineOperator({
  service: 'accounts',
  name: 'get-tenant',
  method: 'GET',
  path: '/tenants/{slug}',
  summary: 'One tenant',
  description:
    'Returns a tenant by its slug: name, plan, status, retention and balance. An unknown slug is unknown_tenant.',
  input: z.object({ slug: Slug }),
  output: TenantView,
  errors: ['unknown_tenant'],
});

export const updateTenant = defineOperator({
  service: 'accounts',
  name: 'update-tenant',
  method: 'PATCH',
  path: '/tenants/{slug}',
  summary: 'Change name, plan, status or retention of a tenant',
  description:
    'Changes the given fields only. A deactivated tenant keeps its data, but its keys are refused until it is active again.',
  input: z.object({
    slug: Slug,
    name: line(200).optional(),
    plan: Plan.optional(),
    status: TenantStatus.optional(),
    retention_days: RetentionDays.optional(),
    low_credit_threshold: AmountFromZero.nullable()
      .optional()
      .describe('Credit below which recipients are notified, once until the next top-up'),
  }),
  output: TenantView,
  errors: ['unknown_tenant'],
  audit: { fields: TENANT_FIELDS, change: changed(one(getTenant)) },
});

/**
 * Tops up or adjusts the credit; a negative amount never reduces it below zero
 * (docs/reference/credit.md#reservation-and-refund).
 */
export const addCredit = defineOperator({
  service: 'accounts',
  name: 'add-credit',
  method: 'POST',
  path: '/tenants/{slug}/credit',
  summary: 'Add or deduct credit',
  description:
    'Adds an amount to the prepaid balance or, with a negative amount, deducts it, and records the entry in the ledger. Deducting more than the balance is insufficient_balance.',
  input: z.object({ slug: Slug, amount: Amount, note: line(500).optional() }),
  output: z.object({ balance: z.number() }),
  errors: ['unknown_tenant', 'insufficient_balance'],
  audit: { fields: ['slug', 'amount', 'balance'], change: changed(one(getTenant), { fields: ['balance'] }) },
});
