import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { OF_TENANT, TENANT_FIELDS } from '../../contract/audit-values.ts';
import { nothing, one, removed } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { Instant, line, RowId, Slug } from '../../fields.ts';
import { getTenant, ListQuery, listOf } from './tenants.ts';

export const ErasureStatus = z.enum(['running', 'done']);

/** The state of an erasure; it contains no personal data. */
export const ErasureReceipt = z
  .object({
    id: z.string(),
    what: z.enum(['contact', 'tenant']),
    tenant: z.string().describe('Slug'),
    contact_id: z.int().nullable(),
    status: ErasureStatus,
    step: z.string().describe('The current step; "done" at the end'),
    erased: z
      .record(z.string(), z.int())
      .describe('Rows erased so far, by kind; a lower bound if a process died in between'),
    waiting: z.int().describe('Rows that the last round could not erase yet: open sends, pending calls to providers'),
    error: z.string().nullable().describe('Code of the last failure, which is retried'),
    requested_at: Instant,
    finished_at: Instant.nullable(),
  })
  .register(SCHEMA_NAMES, { id: 'Erasure' });

/**
 * Erases a person: a durable job; a repeated call returns the same receipt (docs/reference/operator-api.md#erasure).
 */
export const eraseContact = defineOperator({
  service: 'accounts',
  name: 'erase-contact',
  method: 'DELETE',
  path: '/tenants/{slug}/contacts/{id}',
  summary: 'Erase a person: messages, files, comments, names in events and logs',
  description:
    'Begins to remove everything about a person: messages, files, comments, and the name in events and logs. It cannot be undone and runs in the background; follow it with get-erasure.',
  input: z.object({ slug: Slug, id: RowId }),
  output: ErasureReceipt,
  successStatus: 202,
  errors: ['unknown_tenant', 'unknown_contact'],
  deadlineMs: 15_000,
  audit: { fields: OF_TENANT, change: nothing('what is erased must not stay in a log') },
});

/**
 * Erases a tenant: keys are revoked at once, everything else is erased by a durable job; a repeated call returns the
 * same receipt (docs/reference/operator-api.md#erasure).
 */
export const eraseTenant = defineOperator({
  service: 'accounts',
  name: 'erase-tenant',
  method: 'DELETE',
  path: '/tenants/{slug}',
  summary: 'Erase a tenant: channels disconnected, credentials wiped, everything removed except the ledger',
  description:
    'Begins an erasure that cannot be undone: it disconnects the channels, wipes credentials and removes all data, and keeps only the ledger of the credit. It runs in the background; follow it with get-erasure.',
  input: z.object({ slug: Slug }),
  output: ErasureReceipt,
  successStatus: 202,
  errors: ['unknown_tenant'],
  audit: { fields: TENANT_FIELDS, change: removed(one(getTenant)) },
});

export const getErasure = defineOperator({
  service: 'accounts',
  name: 'get-erasure',
  method: 'GET',
  path: '/erasures/{id}',
  summary: 'The progress of an erasure',
  description: 'Returns the progress of an erasure that erase-contact or erase-tenant began.',
  input: z.object({ id: z.string().regex(/^ers_[0-9a-z]{10,40}$/, 'must be an erasure id (ers_…)') }),
  output: ErasureReceipt,
  errors: ['unknown_erasure'],
});

export const listErasures = defineOperator({
  service: 'accounts',
  name: 'list-erasures',
  method: 'GET',
  path: '/erasures',
  summary: 'Erasures, oldest first',
  description: 'Returns the erasures of people and tenants with their progress, page by page.',
  input: z.object({ ...ListQuery, status: ErasureStatus.optional() }),
  output: listOf(ErasureReceipt),
  errors: [],
});

export const ContactView = z
  .object({
    id: z.int(),
    channel: Channel,
    name: z.string().nullable(),
    username: z.string().nullable(),
    phone: z.string().nullable(),
    addresses: z.array(z.string()),
    created_at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'Person' });

/** Finds a person's contacts by a number, id or user name; an erasure needs a contact's id. */
export const listContacts = defineOperator({
  service: 'inbox',
  name: 'list-contacts',
  method: 'GET',
  path: '/tenants/{slug}/contacts',
  summary: 'Find contacts by an identifier: a phone number, an id of the platform, a user name',
  description:
    'Finds the contacts of a tenant by a phone number, a platform id or a user name, for instance before an erasure.',
  input: z.object({ slug: Slug, identifier: line(200), ...ListQuery }),
  output: listOf(ContactView),
  errors: ['unknown_tenant'],
});
