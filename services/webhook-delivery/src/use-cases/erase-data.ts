import type {
  ErasedPerson,
  EraseProgress,
  erasePerson,
  eraseTenantData,
} from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import type { EventPosition, LogPosition } from '../storage/erase-store.ts';

export interface EraseDataDeps {
  /** Each is one transaction with a bounded number of rows. */
  removePending(person: ErasedPerson): Promise<number>;
  /** Scopes are tenants, or 0 for the deployment. */
  findTargetAfter(scopes: readonly number[], instanceId: string): Promise<string | null>;
  removeLogged(person: ErasedPerson, after: LogPosition): Promise<{ removed: number; last: string | null }>;
  removeEvents(
    person: ErasedPerson,
    after: EventPosition | null,
  ): Promise<{ removed: number; next: EventPosition | null }>;
  removePlatformEvents(person: ErasedPerson, after: string): Promise<{ removed: number; last: string | null }>;
  removeTenantLogged(tenantId: number, after: LogPosition): Promise<{ removed: number; last: string | null }>;
  removeTenantBatch(tenantId: number): Promise<Record<string, number>>;
}

const LOG = 'log';
const EVENTS = 'events';
const PLATFORM = 'platform';
const REST = 'rest';
/** The scope of the deployment's platform webhook, which receives the events of every tenant. */
const DEPLOYMENT = 0;
const FIRST_ID = '0';

/**
 * Erases events, their deliveries and the receivers' answers. The order for a person: waiting deliveries first, so
 * that nothing more is logged; then the log, which refers to events by number; then the events of the ledger; then
 * platform events. For a tenant likewise: the log of the deployment's platform webhook comes before the events that it
 * refers to.
 */
export function makeEraseData(deps: EraseDataDeps) {
  /** The next position: the log of the next key or platform webhook, or what follows the logs. */
  const nextLog = async (scopes: readonly number[], instanceId: string, then: string): Promise<string> => {
    const next = await deps.findTargetAfter(scopes, instanceId);
    return next === null ? then : `${LOG} ${next} ${FIRST_ID}`;
  };
  const afterKey = (tenantId: number, instanceId: string): Promise<string> =>
    nextLog([tenantId, DEPLOYMENT], instanceId, EVENTS);

  async function erasePending(person: ErasedPerson): Promise<EraseProgress> {
    const deliveries = await deps.removePending(person);
    const cursor = deliveries > 0 ? 'pending' : await afterKey(person.tenantId, '');
    return { erased: { deliveries }, cursor, waiting: 0 };
  }

  async function eraseLogged(person: ErasedPerson, after: LogPosition): Promise<EraseProgress> {
    const { removed, last } = await deps.removeLogged(person, after);
    const cursor =
      last === null ? await afterKey(person.tenantId, after.instanceId) : `${LOG} ${after.instanceId} ${last}`;
    return { erased: { deliveries: removed }, cursor, waiting: 0 };
  }

  async function eraseEvents(person: ErasedPerson, after: EventPosition | null): Promise<EraseProgress> {
    const { removed, next } = await deps.removeEvents(person, after);
    const cursor = next === null ? PLATFORM : `${EVENTS} ${next.position} ${next.seq}`;
    return { erased: { events: removed }, cursor, waiting: 0 };
  }

  async function erasePlatformEvents(person: ErasedPerson, after: string): Promise<EraseProgress> {
    const { removed, last } = await deps.removePlatformEvents(person, after);
    return { erased: { events: removed }, cursor: last === null ? null : `${PLATFORM} ${last}`, waiting: 0 };
  }

  async function eraseTenantLogged(tenantId: number, after: LogPosition): Promise<EraseProgress> {
    const { removed, last } = await deps.removeTenantLogged(tenantId, after);
    const cursor =
      last === null ? await nextLog([DEPLOYMENT], after.instanceId, REST) : `${LOG} ${after.instanceId} ${last}`;
    return { erased: { deliveries: removed }, cursor, waiting: 0 };
  }

  function erase(person: ErasedPerson, cursor: string | null): Promise<EraseProgress> {
    const [phase, first = '', second = ''] = cursor?.split(' ') ?? [];
    if (phase === LOG) return eraseLogged(person, { instanceId: first, id: second });
    if (phase === EVENTS) return eraseEvents(person, first === '' ? null : { position: first, seq: second });
    if (phase === PLATFORM) return erasePlatformEvents(person, first === '' ? FIRST_ID : first);
    return erasePending(person);
  }
  return {
    erasePerson: ({ person, cursor }: InputOf<(typeof erasePerson)['webhook-delivery']>) => erase(person, cursor),
    async eraseTenantData({
      tenantId,
      cursor,
    }: InputOf<(typeof eraseTenantData)['webhook-delivery']>): Promise<EraseProgress> {
      const [phase, first = '', second = ''] = (cursor ?? (await nextLog([DEPLOYMENT], '', REST))).split(' ');
      if (phase === LOG) return eraseTenantLogged(tenantId, { instanceId: first, id: second });
      const erased = await deps.removeTenantBatch(tenantId);
      const isMore = Object.values(erased).some((count) => count > 0);
      return { erased, cursor: isMore ? REST : null, waiting: 0 };
    },
  };
}
