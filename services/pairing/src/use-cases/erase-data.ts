import type { CallContext } from '@parley/common/call-context';
import type {
  ErasedPerson,
  EraseProgress,
  erasePerson,
  eraseTenantData,
} from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';

export interface EraseDataDeps {
  forgetSendsTo(person: ErasedPerson): Promise<number>;
  forgetPeer(person: ErasedPerson): Promise<number>;
  /** Live devices of a tenant, at most so many. */
  findLive(tenantId: number, count: number): Promise<number[]>;
  /** Logs a device out at the network, by the worker that holds it. Throws when it cannot. */
  logOut(tenantId: number, deviceId: number, context: CallContext): Promise<void>;
  removeDevices(tenantId: number, isForced: boolean): Promise<Record<string, number>>;
  now(): Date;
}

const AT_ONCE = 4;
/** After this long without reaching the network the device's data is deleted without a logout. */
const GIVE_UP_AFTER_MS = 24 * 3_600_000;
const sumOf = (erased: Record<string, number>): number => Object.values(erased).reduce((sum, count) => sum + count, 0);

/** Erases devices' data about a person, or the devices of a tenant (services/accounts runs the job). */
export function makeEraseData(deps: EraseDataDeps) {
  return {
    async erasePerson({ person }: InputOf<(typeof erasePerson)['pairing']>): Promise<EraseProgress> {
      const sends = await deps.forgetSendsTo(person);
      if (sends > 0) return { erased: { device_sends: sends }, cursor: 'sends', waiting: 0 };
      return { erased: { device_keys: await deps.forgetPeer(person) }, cursor: null, waiting: 0 };
    },

    /** Logs out first: a device whose keys are gone would stay linked on the phone forever. */
    async eraseTenantData(
      { tenantId, requestedAt }: InputOf<(typeof eraseTenantData)['pairing']>,
      context: CallContext,
    ): Promise<EraseProgress> {
      const isGivenUp = deps.now().getTime() - Date.parse(requestedAt) >= GIVE_UP_AFTER_MS;
      const live = isGivenUp ? [] : await deps.findLive(tenantId, AT_ONCE);
      const outcomes = await Promise.allSettled(live.map((id) => deps.logOut(tenantId, id, context)));
      const erased = await deps.removeDevices(tenantId, isGivenUp);
      if (sumOf(erased) > 0) return { erased, cursor: 'more', waiting: 0 };
      return { erased, cursor: null, waiting: outcomes.filter(({ status }) => status === 'rejected').length };
    },
  };
}
