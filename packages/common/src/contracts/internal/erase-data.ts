import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineInternal, type ServiceName } from '../../define-contract.ts';
import { Instant } from '../../fields.ts';

/** Services that hold data of people; services/accounts asks each to erase its own, so that nobody writes another's tables. */
export const DATA_OWNERS = [
  'channel-connect',
  'pairing',
  'send',
  'comments',
  'inbound',
  'webhook-delivery',
] as const satisfies readonly ServiceName[];
export type DataOwner = (typeof DATA_OWNERS)[number];

const Digits = z.string().regex(/^\d{1,19}$/);

/** Whom an erasure is about: everything that names one person of a tenant, as services/inbound found it. */
export const ErasedPerson = z.object({
  tenant_id: z.int(),
  channel: Channel,
  /** The contact, and the other contacts of the same person: who comments is kept apart from who writes. */
  contact_ids: z.array(z.int()),
  /** As contact_addresses has them: numbers, ids of the platform, those of comments with `comment:` ahead. */
  addresses: z.array(z.string()),
  conversation_ids: z.array(z.int()),
  /** What has a number from here on came after the erasure was asked for: it belongs to a new contact. */
  messages_before: Digits,
  events_before: Digits,
  found_at: Instant,
  detached_at: Instant.nullable().describe('When the addresses were gone, by the clock of the database'),
});
export type ErasedPerson = z.infer<typeof ErasedPerson>;

/** One bounded step of an erasure: committed as a whole; doing it again finds nothing more. */
export const EraseProgress = z.object({
  /** Rows by what they are. */
  erased: z.record(z.string(), z.int()),
  /** Where the next step goes on; null when this service has nothing more for now. */
  cursor: z.string().max(200).nullable(),
  waiting: z.int().describe('What cannot be erased yet: sends under way, providers that have not been told'),
});
export type EraseProgress = z.infer<typeof EraseProgress>;

/** The person behind a contact, with everything that names them now; null when the tenant has no such contact. */
export const findPerson = defineInternal({
  service: 'inbound',
  name: 'find-person',
  input: z.object({ tenant_id: z.int(), contact_id: z.int() }),
  output: z.object({ person: ErasedPerson.nullable() }),
  errors: [],
});

/** Takes the person's addresses away: who writes from one of them from now on is a new contact. */
export const detachPerson = defineInternal({
  service: 'inbound',
  name: 'detach-person',
  input: z.object({ tenant_id: z.int(), contact_ids: z.array(z.int()) }),
  output: z.object({ at: Instant.describe('After it was committed, by the clock of the database') }),
  errors: [],
});

const STEP_DEADLINE_MS = 20_000;

const definePersonStep = (service: DataOwner) =>
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
    input: z.object({ tenant_id: z.int(), requested_at: Instant, cursor: z.string().max(200).nullable() }),
    output: EraseProgress,
    errors: [],
    deadlineMs: STEP_DEADLINE_MS,
  });

/** Erases a batch of what this service keeps of a person. */
export const erasePerson = {
  pairing: definePersonStep('pairing'),
  send: definePersonStep('send'),
  comments: definePersonStep('comments'),
  inbound: definePersonStep('inbound'),
  'webhook-delivery': definePersonStep('webhook-delivery'),
} as const;

/** Erases a batch of what this service keeps of a tenant; channels are disconnected first, and their providers told. */
export const eraseTenantData = {
  'channel-connect': defineTenantStep('channel-connect'),
  pairing: defineTenantStep('pairing'),
  send: defineTenantStep('send'),
  comments: defineTenantStep('comments'),
  inbound: defineTenantStep('inbound'),
  'webhook-delivery': defineTenantStep('webhook-delivery'),
} as const satisfies Record<DataOwner, ReturnType<typeof defineTenantStep>>;
