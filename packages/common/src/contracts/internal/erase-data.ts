import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineInternal, type ServiceName } from '../../define-contract.ts';
import { BUS_LIST_MAX, BusText, Instant } from '../../fields.ts';

/**
 * Services that store personal data, in the order in which they erase a tenant. services/accounts calls each to erase
 * its own data, so that no service writes another's tables.
 */
export const DATA_OWNERS = [
  'channel-connect',
  'pairing',
  'bots',
  'send',
  'comments',
  'inbox',
  'files',
  'webhook-delivery',
  'notifications',
] as const satisfies readonly ServiceName[];
export type DataOwner = (typeof DATA_OWNERS)[number];

const Digits = z.string().regex(/^\d{1,19}$/);

/** The person of an erasure: everything that identifies one person of a tenant, as services/inbox found it. */
export const ErasedPerson = z.object({
  tenantId: z.int(),
  channel: Channel,
  /** The contact and the same person's other contacts: comments have a separate contact. */
  contactIds: z.array(z.int()).max(BUS_LIST_MAX),
  /** As in contact_addresses: numbers, ids of the platform, and those of comments with the prefix `comment:`. */
  addresses: z.array(BusText).max(BUS_LIST_MAX),
  /** Names, user names and numbers of the contacts. */
  names: z.array(BusText).max(BUS_LIST_MAX),
  conversationIds: z.array(z.int()).max(BUS_LIST_MAX),
  /** Rows with a higher id were stored after the erasure was requested: they belong to a new contact. */
  messagesBefore: Digits,
  eventsBefore: Digits,
  foundAt: Instant,
  detachedAt: Instant.nullable().describe('When the addresses were gone, by the clock of the database'),
});
export type ErasedPerson = z.infer<typeof ErasedPerson>;

/** One bounded step of an erasure, in one transaction and idempotent. */
export const EraseProgress = z.object({
  /** Erased rows by kind. */
  erased: z.record(z.string(), z.int()),
  /** Cursor of the next step; null when this service has nothing more to erase for now. */
  cursor: z.string().max(200).nullable(),
  waiting: z.int().describe('Rows that cannot be erased yet: open sends, pending calls to providers'),
});
export type EraseProgress = z.infer<typeof EraseProgress>;

/** Whether a batch erased anything, by its rows by kind. */
export const hasErased = (erased: EraseProgress['erased']): boolean => Object.values(erased).some((count) => count > 0);

/** The progress after one batch. An empty batch is the last one; after any other, `next` is the cursor. */
export const eraseProgress = (erased: EraseProgress['erased'], next = 'more'): EraseProgress => ({
  erased,
  cursor: hasErased(erased) ? next : null,
  waiting: 0,
});

/** The person behind a contact, with everything that identifies them now; null when the tenant has no such contact. */
export const findPerson = defineInternal({
  service: 'inbox',
  name: 'find-person',
  input: z.object({ tenantId: z.int(), contactId: z.int() }),
  output: z.object({ person: ErasedPerson.nullable() }),
  errors: [],
});

/** Removes the person's addresses: a later message from one of them creates a new contact. */
export const detachPerson = defineInternal({
  service: 'inbox',
  name: 'detach-person',
  input: z.object({ tenantId: z.int(), contactIds: z.array(z.int()).max(BUS_LIST_MAX) }),
  output: z.object({ at: Instant.describe('After it was committed, by the clock of the database') }),
  errors: [],
});

const STEP_DEADLINE_MS = 20_000;

const definePersonStep = (service: ServiceName) =>
  defineInternal({
    service,
    name: 'erase-person',
    input: z.object({ person: ErasedPerson, cursor: z.string().max(200).nullable() }),
    output: EraseProgress,
    errors: [],
    deadlineMs: STEP_DEADLINE_MS,
  });

const defineTenantStep = (service: DataOwner) =>
  defineInternal({
    service,
    name: 'erase-tenant-data',
    input: z.object({ tenantId: z.int(), requestedAt: Instant, cursor: z.string().max(200).nullable() }),
    output: EraseProgress,
    errors: [],
    deadlineMs: STEP_DEADLINE_MS,
  });

/** Erases a batch of this service's data about a person. */
export const erasePerson = {
  pairing: definePersonStep('pairing'),
  send: definePersonStep('send'),
  comments: definePersonStep('comments'),
  inbox: definePersonStep('inbox'),
  'webhook-delivery': definePersonStep('webhook-delivery'),
  accounts: definePersonStep('accounts'),
} as const;

/** Erases a batch of this service's data of a tenant; channels are disconnected at their providers first. */
export const eraseTenantData = {
  'channel-connect': defineTenantStep('channel-connect'),
  pairing: defineTenantStep('pairing'),
  bots: defineTenantStep('bots'),
  send: defineTenantStep('send'),
  comments: defineTenantStep('comments'),
  inbox: defineTenantStep('inbox'),
  files: defineTenantStep('files'),
  'webhook-delivery': defineTenantStep('webhook-delivery'),
  notifications: defineTenantStep('notifications'),
} as const satisfies Record<DataOwner, ReturnType<typeof defineTenantStep>>;
