import { randomUUID } from 'node:crypto';
import { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import { AppError } from '@parley/common/errors';
import {
  addCounts,
  advance,
  type ClaimedErasure,
  ERASURE_LEASE_MS,
  PERSON_PURPOSE,
  pauseAfter,
} from '../domain/erasure.ts';
import type { AccountsService } from '../service.ts';
import { claimErasure, saveErasure } from '../storage/erasure-store.ts';
import { finishErasure } from './finish-erasure.ts';
import { runErasureStep } from './run-erasure-step.ts';

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
