import type { ErasedPerson, EraseProgress } from '@parley/common/contracts/internal/erase-data';
import {
  detachPersonToErase,
  eraseDataOfPerson,
  eraseDataOfTenant,
  findPersonToErase,
} from '../adapters/erasure-owners.ts';
import { type ClaimedErasure, mergePerson } from '../domain/erasure.ts';
import type { AccountsService } from '../service.ts';

/** The result of one step: its progress, and what is known about the person now. */
export interface StepResult {
  progress: EraseProgress;
  person: ErasedPerson | null;
}

const NOTHING: EraseProgress = { erased: {}, cursor: null, waiting: 0 };

/** Runs the current step of an erasure: one idempotent call of the service that owns the data. */
export async function runErasureStep(
  { bus }: AccountsService,
  erasure: ClaimedErasure,
  known: ErasedPerson | null,
): Promise<StepResult> {
  const { what, step, tenantId, contactId, cursor } = erasure;
  if (what === 'tenant') return { progress: await eraseDataOfTenant(bus, erasure), person: null };
  if (step === 'find') {
    const found = await findPersonToErase(bus, tenantId, contactId ?? 0);
    return { progress: NOTHING, person: mergePerson(known, found) };
  }
  // The contact was deleted meanwhile: there is nothing to erase.
  if (known === null) return { progress: NOTHING, person: null };
  if (step === 'detach') {
    const at = await detachPersonToErase(bus, known);
    return { progress: NOTHING, person: { ...known, detachedAt: known.detachedAt ?? at } };
  }
  return { progress: await eraseDataOfPerson(bus, step, known, cursor), person: known };
}
