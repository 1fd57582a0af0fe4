import { z } from 'zod';
import { MemberCaller } from '../../call-context.ts';
import { defineInternal } from '../../define-contract.ts';
import { MemberId, Slug } from '../../fields.ts';
import { atMostEntries } from '../../text/storable.ts';
import { TenantRoles } from '../../workspace/console-roles.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * The session whose token has this SHA-256 (hex), or null when it is unknown or has ended
 * (docs/reference/console.md#sessions).
 */
export const authenticateSession = defineInternal({
  service: 'accounts',
  name: 'authenticate-session',
  input: z.object({
    tokenHash: Hash,
    adminTokenHash: Hash.nullable().describe('Of the admin token in force; sessions that another one opened are over'),
  }),
  output: z.object({
    member: MemberCaller.nullable(),
    isTenantActive: z.boolean().describe('True where the session is of no tenant'),
  }),
  errors: [],
  deadlineMs: 5_000,
});

/** Opens the operator's session. The gateway has checked the admin token, which no other process knows. */
export const openOperatorSession = defineInternal({
  service: 'accounts',
  name: 'open-operator-session',
  input: z.object({ adminTokenHash: Hash.describe('The session ends with this token') }),
  output: z.object({ sessionToken: z.string() }),
  errors: [],
});

/**
 * The key with which a member of a tenant calls an action of the customer API: the oldest active one; null without one.
 */
export const findKeyOfTenant = defineInternal({
  service: 'accounts',
  name: 'find-key-of-tenant',
  input: z.object({ tenantId: z.int() }),
  output: z.object({ instanceId: z.string().nullable() }),
  errors: [],
});

/** No operation has as many fields. */
const AUDITED_FIELDS_MAX = 200;
const AUDITED_VALUES_MAX = 100_000;

/** Already masked: only listed fields have their values (docs/reference/logged-fields.md#audit-log). */
export const recordAudit = defineInternal({
  service: 'accounts',
  name: 'record-audit',
  input: z.object({
    action: z.string().max(60),
    input: z.record(z.string().max(100), z.unknown()).refine(...atMostEntries(AUDITED_FIELDS_MAX, AUDITED_VALUES_MAX)),
    slug: Slug.optional().describe('The tenant that the admin token names; a member and a key have theirs'),
  }),
  output: z.object({ id: z.string() }),
  errors: ['unknown_tenant', 'rate_limited'],
});

/**
 * A read of the inbox by a key (docs/reference/reading.md#audit): the first one in an hour of the same conversation or
 * person.
 */
export const recordRead = defineInternal({
  service: 'accounts',
  name: 'record-read',
  input: z.object({
    action: z.string().max(60),
    input: z
      .record(z.string().max(100), z.int())
      .refine(...atMostEntries(AUDITED_FIELDS_MAX, AUDITED_VALUES_MAX))
      .describe('The id of the conversation or person, by its name in the answer'),
  }),
  output: z.object({}),
  errors: [],
});

/**
 * A field that a change assigned another value; only listed fields have their values
 * (docs/reference/console.md#before-and-after).
 */
export const AuditedChange = z.object({
  field: z.string().max(200),
  before: z.unknown().describe('Null: it was not there'),
  after: z.unknown().describe('Null: it is not there any more'),
});
export type AuditedChange = z.infer<typeof AuditedChange>;
/** The limit per entry: a change of many resources includes some fields of each. */
export const AUDITED_CHANGES_MAX = 150;

/** The outcome of a change that was recorded before it was made. */
export const settleAudit = defineInternal({
  service: 'accounts',
  name: 'settle-audit',
  input: z.object({
    id: z.string().max(60),
    outcome: z.string().max(60),
    changes: z.array(AuditedChange).max(AUDITED_CHANGES_MAX),
  }),
  output: z.object({}),
  errors: [],
});

/**
 * Creates a member of a tenant, if the address is not in use yet, and a link that signs them in once. The demo uses it.
 */
export const prepareMember = defineInternal({
  service: 'accounts',
  name: 'prepare-member',
  input: z.object({ slug: Slug, email: z.string().max(254), name: z.string().max(100), roles: TenantRoles }),
  output: z.object({ memberId: MemberId, signInPath: z.string() }),
  errors: ['unknown_tenant', 'member_exists'],
});
