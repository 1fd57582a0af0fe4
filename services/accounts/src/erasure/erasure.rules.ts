import type { Camel } from '@parley/common/casing/camel';
import { DATA_OWNERS, type ErasedPerson, type EraseProgress } from '@parley/common/contracts/internal/erase-data';
import type { ErasureReceipt } from '@parley/common/contracts/operator/erasures';
import type { z } from 'zod';

/**
 * Steps of erasing a person, in order: addresses first, so that no new data is linked to them; their events and the
 * logs last.
 */
export const CONTACT_STEPS = [
  'find',
  'detach',
  'send',
  'pairing',
  'comments',
  'inbox',
  'webhook-delivery',
  'accounts',
] as const satisfies readonly string[];

/** Steps of erasing a tenant: channels first, so that no new data arrives; accounts last. */
export const TENANT_STEPS = DATA_OWNERS;

type ContactStep = (typeof CONTACT_STEPS)[number];
type TenantStep = (typeof TENANT_STEPS)[number];
export type ErasureStep = ContactStep | TenantStep;

/** Position of an erasure, and the findings of its current round. */
export interface ErasurePlace {
  step: ErasureStep;
  cursor: string | null;
  roundErased: number;
  roundWaiting: number;
  /** Items that the last complete round could not erase yet. */
  waiting: number;
  /** Consecutive rounds without progress, or failures. */
  attempts: number;
}

/** An erasure in progress. */
export interface Erasure extends ErasurePlace {
  id: string;
  tenantId: number;
  tenantSlug: string;
  what: 'contact' | 'tenant';
  contactId: number | null;
  status: 'running' | 'done';
  erased: Record<string, number>;
  error: string | null;
  requestedAt: Date;
  finishedAt: Date | null;
}

/** Encryption purpose of the person. */
export const PERSON_PURPOSE = 'erasures.person';

/** An erasure that this worker has claimed. */
export interface ClaimedErasure extends Erasure {
  claimId: string;
  /** Encrypted; null until the person is found, and for a tenant. */
  sealedPerson: string | null;
}

/** The stored state of an erasure. */
export interface SavedErasure {
  place: ErasurePlace;
  erased: Record<string, number>;
  sealedPerson: string | null;
  error: string | null;
  dueAt: Date;
  /** Null releases the claim. */
  heldUntil: Date | null;
}

export interface NewErasure {
  id: string;
  tenantId: number;
  tenantSlug: string;
  what: Erasure['what'];
  contactId: number | null;
  requestedAt: Date;
}

type NextPlace = { kind: 'go on'; place: ErasurePlace; pauseMs: number } | { kind: 'done' };

/** Longer than the deadline of a step. */
export const ERASURE_LEASE_MS = 45_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;

/** 0.5 s, 1 s, 2 s … up to a minute. */
export const pauseAfter = (attempts: number): number => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts);

export const firstPlace = (what: Erasure['what']): ErasurePlace => ({
  step: what === 'contact' ? CONTACT_STEPS[0] : TENANT_STEPS[0],
  cursor: null,
  roundErased: 0,
  roundWaiting: 0,
  waiting: 0,
  attempts: 0,
});

const countOf = (erased: EraseProgress['erased']): number =>
  Object.values(erased).reduce((sum, count) => sum + count, 0);

/**
 * The next position of an erasure after a step. It is done when two complete rounds, with a pause between them, find
 * nothing and nothing waits: a later round finds data that was being written while a step ran.
 */
export function advance(what: Erasure['what'], at: ErasurePlace, progress: EraseProgress): NextPlace {
  const roundErased = at.roundErased + countOf(progress.erased);
  const roundWaiting = at.roundWaiting + progress.waiting;
  if (progress.cursor !== null)
    return { kind: 'go on', pauseMs: 0, place: { ...at, cursor: progress.cursor, roundErased, roundWaiting } };
  const steps: readonly ErasureStep[] = what === 'contact' ? CONTACT_STEPS : TENANT_STEPS;
  const step = steps[steps.indexOf(at.step) + 1];
  if (step !== undefined)
    return { kind: 'go on', pauseMs: 0, place: { ...at, step, cursor: null, roundErased, roundWaiting } };
  const isIdle = roundErased === 0;
  if (isIdle && roundWaiting === 0 && at.attempts > 0) return { kind: 'done' };
  const place = { ...firstPlace(what), waiting: roundWaiting, attempts: isIdle ? at.attempts + 1 : 0 };
  return { kind: 'go on', place, pauseMs: isIdle ? pauseAfter(at.attempts) : 0 };
}

const union = <T>(one: readonly T[], other: readonly T[]): T[] => [...new Set([...one, ...other])];

/** Whether nothing was found that is attached to the person again, or for the first time. */
const isDetached = (known: ErasedPerson, found: ErasedPerson): boolean =>
  found.addresses.length === 0 && found.contactIds.every((id) => known.contactIds.includes(id));

/** Merges what is known about the person: lists grow, other fields keep their first value. */
export const mergePerson = (known: ErasedPerson | null, found: ErasedPerson | null): ErasedPerson | null =>
  known === null || found === null
    ? (known ?? found)
    : {
        ...known,
        contactIds: union(known.contactIds, found.contactIds),
        addresses: union(known.addresses, found.addresses),
        names: union(known.names, found.names),
        conversationIds: union(known.conversationIds, found.conversationIds),
        // Renewed in each round, it would wait for other transactions again and again.
        detachedAt: isDetached(known, found) ? known.detachedAt : null,
      };

/** Sums by kind. */
export function addCounts(all: Record<string, number>, more: Record<string, number>): Record<string, number> {
  const sum = { ...all };
  for (const [kind, count] of Object.entries(more)) if (count > 0) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

/** The receipt shown to the operator. */
export const toReceipt = (erasure: Erasure): Camel<z.infer<typeof ErasureReceipt>> => ({
  id: erasure.id,
  what: erasure.what,
  tenant: erasure.tenantSlug,
  contactId: erasure.contactId,
  status: erasure.status,
  step: erasure.status === 'done' ? 'done' : erasure.step,
  erased: erasure.erased,
  waiting: erasure.waiting,
  error: erasure.error,
  requestedAt: erasure.requestedAt.toISOString(),
  finishedAt: erasure.finishedAt?.toISOString() ?? null,
});
