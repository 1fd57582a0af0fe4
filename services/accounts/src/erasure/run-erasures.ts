import { randomUUID } from 'node:crypto';
import { ErasedPerson, type EraseProgress } from '@parley/common/contracts/internal/erase-data';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { deleteTenantData, eraseLogs } from './erase.store.ts';
import {
  addCounts,
  advance,
  type ClaimedErasure,
  ERASURE_LEASE_MS,
  mergePerson,
  PERSON_PURPOSE,
  pauseAfter,
} from './erasure.rules.ts';
import { claimErasure, endErasuresOf, saveErasure, saveErasureDone } from './erasure.store.ts';
import {
  detachPersonToErase,
  eraseDataOfPerson,
  eraseDataOfTenant,
  findPersonToErase,
} from './erasure-owners.client.ts';

/** Consecutive steps of one erasure before others have their turn. */
const MAX_STEPS = 500;

/**
 * Claims an erasure that is due and runs its steps. Each step is stored before the next one begins, so that a kill
 * repeats at most one step. Returns true when more may be due.
 */
export async function runErasures(service: AccountsService): Promise<boolean> {
  const now = service.now();
  const until = new Date(now.getTime() + ERASURE_LEASE_MS);
  const claimed = await claimErasure(service.database, { claimId: randomUUID(), now, until });
  let erasure = claimed;
  for (let step = 0; erasure !== null && step < MAX_STEPS; step++) {
    const current = erasure;
    try {
      erasure = await runNextStep(service, current);
    } catch (error) {
      await postpone(service, current, error);
      erasure = null;
    }
  }
  if (erasure !== null) await releaseClaim(service, erasure);
  return claimed !== null;
}

/** Runs one step. Returns the erasure at its next one; null when it is done, paused, or claimed by another worker. */
async function runNextStep(service: AccountsService, erasure: ClaimedErasure): Promise<ClaimedErasure | null> {
  const { database, cipher, now } = service;
  const { sealedPerson: sealed } = erasure;
  const known = sealed === null ? null : ErasedPerson.parse(JSON.parse(cipher.decrypt(sealed, PERSON_PURPOSE)));
  const { progress, person } = await runErasureStep(service, erasure, known);
  const erased = addCounts(erasure.erased, progress.erased);
  const sealedPerson = person === null ? null : cipher.encrypt(JSON.stringify(person), PERSON_PURPOSE);
  const next = advance(erasure.what, erasure, progress);
  const at = now();
  if (next.kind === 'done') {
    await finishErasure(service, erasure, { erased, at });
    return null;
  }
  const { place, pauseMs } = next;
  const isPaused = pauseMs > 0;
  const isHeld = await saveErasure(database.prisma, erasure, {
    place,
    erased,
    sealedPerson,
    error: null,
    dueAt: new Date(at.getTime() + pauseMs),
    heldUntil: isPaused ? null : new Date(at.getTime() + ERASURE_LEASE_MS),
  });
  return isHeld && !isPaused ? { ...erasure, ...place, erased, sealedPerson } : null;
}

async function postpone({ database, logger, now }: AccountsService, erasure: ClaimedErasure, error: unknown) {
  const { id, what, step, attempts, erased, sealedPerson } = erasure;
  logger.warn(
    'erasure.step-failed',
    { erasure_id: id, what, step, err: error },
    'A step of an erasure failed; it is tried again.',
  );
  await saveErasure(database.prisma, erasure, {
    place: { ...erasure, attempts: attempts + 1 },
    erased,
    sealedPerson,
    error: error instanceof AppError ? error.code : 'internal_error',
    dueAt: new Date(now().getTime() + pauseAfter(attempts)),
    heldUntil: null,
  });
}

async function releaseClaim({ database, now }: AccountsService, erasure: ClaimedErasure): Promise<void> {
  const { erased, sealedPerson, error } = erasure;
  const saved = { place: erasure, erased, sealedPerson, error, dueAt: now(), heldUntil: null };
  await saveErasure(database.prisma, erasure, saved);
}

/** The result of one step: its progress, and what is known about the person now. */
interface StepResult {
  progress: EraseProgress;
  person: ErasedPerson | null;
}

const NOTHING: EraseProgress = { erased: {}, cursor: null, waiting: 0 };

/** Runs the current step of an erasure: one idempotent call of the service that owns the data. */
async function runErasureStep(
  { bus }: AccountsService,
  erasure: ClaimedErasure,
  known: ErasedPerson | null,
): Promise<StepResult> {
  const { what, step, tenantId, contactId, cursor } = erasure;
  if (what === 'tenant') return { progress: await eraseDataOfTenant(bus, erasure), person: null };
  if (contactId === null) throw new Error('The erasure of a person names no contact.');
  if (step === 'find') {
    const found = await findPersonToErase(bus, tenantId, contactId);
    return { progress: NOTHING, person: mergePerson(known, found) };
  }
  // The contact was deleted after the request: there is nothing to erase.
  if (known === null) return { progress: NOTHING, person: null };
  if (step === 'detach') {
    const at = await detachPersonToErase(bus, known);
    return { progress: NOTHING, person: { ...known, detachedAt: known.detachedAt ?? at } };
  }
  return { progress: await eraseDataOfPerson(bus, step, known, cursor), person: known };
}

/**
 * Marks an erasure done and deletes the person's data from it. A tenant's keys, members, audit log and requests are
 * deleted as well; its row and its ledger stay without content, because the law requires the ledger. Its people's
 * erasures end with it.
 */
async function finishErasure(
  { database }: AccountsService,
  erasure: ClaimedErasure,
  { erased, at }: { erased: Record<string, number>; at: Date },
): Promise<void> {
  const { what, tenantId } = erasure;
  if (what === 'tenant') await eraseLogs(database, tenantId);
  await database.prismaTransaction(async ({ prisma }) => {
    const isOurs = await saveErasureDone(prisma, erasure, { erased, at });
    if (!isOurs || what === 'contact') return;
    await deleteTenantData(prisma, tenantId);
    await endErasuresOf(prisma, tenantId, at);
  });
}
