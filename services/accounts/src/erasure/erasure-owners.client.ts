import type { BusClient } from '@parley/bus/bus-client';
import {
  DATA_OWNERS,
  detachPerson,
  type ErasedPerson,
  type EraseProgress,
  erasePerson,
  eraseTenantData,
  findPerson,
} from '@parley/common/contracts/internal/erase-data';
import { makeId } from '@parley/common/ids';
import type { Erasure } from './erasure.rules.ts';

/*
 * The services that own the data to erase. Each call is one idempotent transaction of theirs.
 */

type Bus = Pick<BusClient, 'call'>;

const isPersonOwner = (step: string): step is keyof typeof erasePerson => Object.hasOwn(erasePerson, step);
const isTenantOwner = (step: string): step is keyof typeof eraseTenantData => DATA_OWNERS.some((name) => name === step);

const newContext = () => ({ requestId: makeId('req') });

/** Null: the tenant has no such contact. */
export async function findPersonToErase(bus: Bus, tenantId: number, contactId: number): Promise<ErasedPerson | null> {
  return (await bus.call(findPerson, { tenantId, contactId }, newContext())).person;
}

/** Returns the time of the change by the clock of the database. */
export async function detachPersonToErase(bus: Bus, { tenantId, contactIds }: ErasedPerson): Promise<string> {
  return (await bus.call(detachPerson, { tenantId, contactIds }, newContext())).at;
}

export async function eraseDataOfPerson(
  bus: Bus,
  step: string,
  person: ErasedPerson,
  cursor: string | null,
): Promise<EraseProgress> {
  if (!isPersonOwner(step)) throw new Error(`No service owns the step ${step}.`);
  return bus.call(erasePerson[step], { person, cursor }, newContext());
}

export async function eraseDataOfTenant(
  bus: Bus,
  { step, tenantId, requestedAt, cursor }: Pick<Erasure, 'step' | 'tenantId' | 'requestedAt' | 'cursor'>,
): Promise<EraseProgress> {
  if (!isTenantOwner(step)) throw new Error(`No service owns the step ${step}.`);
  const input = { tenantId, requestedAt: requestedAt.toISOString(), cursor };
  return bus.call(eraseTenantData[step], input, newContext());
}
