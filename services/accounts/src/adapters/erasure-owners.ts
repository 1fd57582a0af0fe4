import type { BusClient } from '@parley/bus/bus-client';
import {
  DATA_OWNERS,
  detachPerson,
  erasePerson,
  eraseTenantData,
  findPerson,
} from '@parley/common/contracts/internal/erase-data';
import { makeId } from '@parley/common/ids';
import type { RunErasuresDeps } from '../use-cases/run-erasures.ts';

const isPersonOwner = (step: string): step is keyof typeof erasePerson => Object.hasOwn(erasePerson, step);
const isTenantOwner = (step: string): step is keyof typeof eraseTenantData => DATA_OWNERS.some((name) => name === step);

/** Calls the services that own the data to erase. */
export function makeErasureOwners(bus: Pick<BusClient, 'call'>): RunErasuresDeps['owners'] {
  const context = () => ({ requestId: makeId('req') });
  return {
    async findPerson(tenantId, contactId) {
      const { person } = await bus.call(findPerson, { tenantId, contactId }, context());
      return person;
    },
    async detachPerson({ tenantId, contactIds }) {
      return (await bus.call(detachPerson, { tenantId, contactIds }, context())).at;
    },
    async erasePerson(step, person, cursor) {
      if (!isPersonOwner(step)) throw new Error(`Nobody owns the step ${step}.`);
      return bus.call(erasePerson[step], { person, cursor }, context());
    },
    async eraseTenantData(step, { tenantId, requestedAt, cursor }) {
      if (!isTenantOwner(step)) throw new Error(`Nobody owns the step ${step}.`);
      const input = { tenantId, requestedAt: requestedAt.toISOString(), cursor };
      return bus.call(eraseTenantData[step], input, context());
    },
  };
}
