import { randomUUID } from 'node:crypto';
import type { ErasedPerson, EraseProgress } from '@parley/common/contracts/internal/erase-data';
import { AppError } from '@parley/common/errors';
import {
  addCounts,
  advance,
  type ClaimedErasure,
  type Erasure,
  type ErasurePlace,
  mergePerson,
  pauseAfter,
} from '../domain/erasure.ts';

/** The result of one step: its progress, and what is known about the person now. */
export interface StepResult {
  progress: EraseProgress;
  person: ErasedPerson | null;
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

/** Erasures as jobs that one worker at a time holds. */
export interface ErasureJobs {
  claim(given: { claimId: string; now: Date; until: Date }): Promise<ClaimedErasure | null>;
  /** False when another worker has claimed it. */
  save(erasure: Pick<ClaimedErasure, 'id' | 'claimId'>, given: SavedErasure): Promise<boolean>;
  finish(erasure: ClaimedErasure, erased: Record<string, number>, now: Date): Promise<void>;
}

export interface RunErasuresDeps {
  jobs: ErasureJobs;
  /** The services that own the data. Each call is one idempotent transaction. */
  owners: {
    findPerson(tenantId: number, contactId: number): Promise<ErasedPerson | null>;
    /** Returns the time of the change by the clock of the database. */
    detachPerson(person: ErasedPerson): Promise<string>;
    erasePerson(step: string, person: ErasedPerson, cursor: string | null): Promise<EraseProgress>;
    eraseTenantData(step: string, erasure: Erasure): Promise<EraseProgress>;
  };
  seal(person: ErasedPerson): string;
  open(sealed: string): ErasedPerson;
  /** Longer than the deadline of a step. */
  leaseMs: number;
  onFailure(erasure: Pick<Erasure, 'id' | 'what' | 'step'>, error: unknown): void;
  now(): Date;
}

const NOTHING: EraseProgress = { erased: {}, cursor: null, waiting: 0 };
/** Consecutive steps of one erasure before others have their turn. */
const MAX_STEPS = 500;

/**
 * Runs erasures step by step. Each step is stored before the next one begins, so that a kill repeats at most one step.
 */
export function makeRunErasures({ jobs, owners, seal, open, leaseMs, onFailure, now }: RunErasuresDeps) {
  async function runStep(erasure: ClaimedErasure, known: ErasedPerson | null): Promise<StepResult> {
    if (erasure.what === 'tenant')
      return { progress: await owners.eraseTenantData(erasure.step, erasure), person: null };
    if (erasure.step === 'find') {
      const found = await owners.findPerson(erasure.tenantId, erasure.contactId ?? 0);
      return { progress: NOTHING, person: mergePerson(known, found) };
    }
    // The contact was deleted meanwhile: there is nothing to erase.
    if (known === null) return { progress: NOTHING, person: null };
    if (erasure.step === 'detach') {
      return { progress: NOTHING, person: { ...known, detachedAt: await owners.detachPerson(known) } };
    }
    return { progress: await owners.erasePerson(erasure.step, known, erasure.cursor), person: known };
  }

  /** Null when it is done, paused, or claimed by another worker. */
  async function goOn(erasure: ClaimedErasure): Promise<ClaimedErasure | null> {
    const known = erasure.sealedPerson === null ? null : open(erasure.sealedPerson);
    const { progress, person } = await runStep(erasure, known);
    const erased = addCounts(erasure.erased, progress.erased);
    const sealedPerson = person === null ? null : seal(person);
    const next = advance(erasure.what, erasure, progress);
    const at = now();
    if (next.kind === 'done') {
      await jobs.finish(erasure, erased, at);
      return null;
    }
    const { place, pauseMs } = next;
    const isPaused = pauseMs > 0;
    const isHeld = await jobs.save(erasure, {
      place,
      erased,
      sealedPerson,
      error: null,
      dueAt: new Date(at.getTime() + pauseMs),
      heldUntil: isPaused ? null : new Date(at.getTime() + leaseMs),
    });
    return isHeld && !isPaused ? { ...erasure, ...place, erased, sealedPerson } : null;
  }

  async function postpone(erasure: ClaimedErasure, error: unknown): Promise<void> {
    onFailure(erasure, error);
    await jobs.save(erasure, {
      place: { ...erasure, attempts: erasure.attempts + 1 },
      erased: erasure.erased,
      sealedPerson: erasure.sealedPerson,
      error: error instanceof AppError ? error.code : 'internal_error',
      dueAt: new Date(now().getTime() + pauseAfter(erasure.attempts)),
      heldUntil: null,
    });
  }

  /** Claims an erasure that is due and runs its steps; true when more may be due. */
  return async (): Promise<boolean> => {
    const at = now();
    const claimed = await jobs.claim({ claimId: randomUUID(), now: at, until: new Date(at.getTime() + leaseMs) });
    let erasure = claimed;
    for (let step = 0; erasure !== null && step < MAX_STEPS; step++) {
      const current = erasure;
      try {
        erasure = await goOn(current);
      } catch (error) {
        await postpone(current, error);
        erasure = null;
      }
    }
    if (erasure !== null) await letGo(erasure);
    return claimed !== null;
  };

  async function letGo(erasure: ClaimedErasure): Promise<void> {
    const { erased, sealedPerson, error } = erasure;
    await jobs.save(erasure, { place: erasure, erased, sealedPerson, error, dueAt: now(), heldUntil: null });
  }
}
