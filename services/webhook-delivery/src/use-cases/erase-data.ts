import type {
  ErasedPerson,
  EraseProgress,
  erasePerson,
  eraseTenantData,
} from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import type { EventPosition, LogPosition } from '../storage/erase-store.ts';

export interface EraseDataDeps {
  /** Each one transaction, over a bounded number of rows. */
  removePending(person: ErasedPerson): Promise<number>;
  findKeyAfter(tenantId: number, instanceId: string): Promise<string | null>;
  removeLogged(person: ErasedPerson, after: LogPosition): Promise<{ removed: number; last: string | null }>;
  removeEvents(
    person: ErasedPerson,
    after: EventPosition | null,
  ): Promise<{ removed: number; next: EventPosition | null }>;
  removeTenantBatch(tenantId: number): Promise<Record<string, number>>;
}

const LOG = 'log';
const EVENTS = 'events';
const FIRST_ID = '0';

/**
 * Erases events, their deliveries and what receivers answered. Of a person in this order: what is still to be delivered,
 * so that nothing more is logged; then the log, which finds its event by number; then the events.
 */
export function makeEraseData(deps: EraseDataDeps) {
  /** Where the log of the next key begins, or the events. */
  const afterKey = async (tenantId: number, instanceId: string): Promise<string> => {
    const next = await deps.findKeyAfter(tenantId, instanceId);
    return next === null ? EVENTS : `${LOG} ${next} ${FIRST_ID}`;
  };

  async function erasePending(person: ErasedPerson): Promise<EraseProgress> {
    const deliveries = await deps.removePending(person);
    const cursor = deliveries > 0 ? 'pending' : await afterKey(person.tenant_id, '');
    return { erased: { deliveries }, cursor, waiting: 0 };
  }

  async function eraseLogged(person: ErasedPerson, after: LogPosition): Promise<EraseProgress> {
    const { removed, last } = await deps.removeLogged(person, after);
    const cursor =
      last === null ? await afterKey(person.tenant_id, after.instanceId) : `${LOG} ${after.instanceId} ${last}`;
    return { erased: { deliveries: removed }, cursor, waiting: 0 };
  }

  async function eraseEvents(person: ErasedPerson, after: EventPosition | null): Promise<EraseProgress> {
    const { removed, next } = await deps.removeEvents(person, after);
    const cursor = next === null ? null : `${EVENTS} ${next.position} ${next.seq}`;
    return { erased: { events: removed }, cursor, waiting: 0 };
  }

  function erase(person: ErasedPerson, cursor: string | null): Promise<EraseProgress> {
    const [phase, first = '', second = ''] = cursor?.split(' ') ?? [];
    if (phase === LOG) return eraseLogged(person, { instanceId: first, id: second });
    if (phase === EVENTS) return eraseEvents(person, first === '' ? null : { position: first, seq: second });
    return erasePending(person);
  }
  return {
    erasePerson: ({ person, cursor }: InputOf<(typeof erasePerson)['webhook-delivery']>) => erase(person, cursor),
    async eraseTenantData({
      tenant_id,
    }: InputOf<(typeof eraseTenantData)['webhook-delivery']>): Promise<EraseProgress> {
      const erased = await deps.removeTenantBatch(tenant_id);
      const isMore = Object.values(erased).some((count) => count > 0);
      return { erased, cursor: isMore ? 'more' : null, waiting: 0 };
    },
  };
}
