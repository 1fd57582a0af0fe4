import type {
  detachPerson,
  ErasedPerson,
  EraseProgress,
  erasePerson,
  eraseTenantData,
  findPerson,
} from '@parley/common/contracts/internal/erase-data';
import type { InputOf, OutputOf } from '@parley/common/define-contract';

/** The steps of one transaction; each erases a batch and counts it by kind. */
export interface ErasureStore {
  /** Erases messages of the person; returns none at the end. */
  removeMessagesOf(person: ErasedPerson): Promise<Record<string, number>>;
  /** Quarantined elements that name the person. */
  removeQuarantinedOf(person: ErasedPerson): Promise<number>;
  /** Erases the person's other data. */
  removeTracesOf(person: ErasedPerson): Promise<Record<string, number>>;
  /** Erases messages of the tenant first, then the rows that they refer to. */
  removeTenantBatch(tenantId: number): Promise<Record<string, number>>;
}

export type InErasureTransaction = <T>(work: (store: ErasureStore) => Promise<T>) => Promise<T>;

export interface EraseDataDeps {
  /** The person of a contact, with all their contacts and addresses; null where there is none. */
  findPersonOf(tenantId: number, contactId: number, foundAt: Date): Promise<ErasedPerson | null>;
  /** Deletes the addresses of contacts; returns the time of the commit. */
  detachContacts(tenantId: number, contactIds: readonly number[]): Promise<Date>;
  /** The number of rows to erase later. */
  countLeftOf(person: ErasedPerson): Promise<number>;
  countUnsettledOfTenant(tenantId: number): Promise<number>;
  inTransaction: InErasureTransaction;
  now(): Date;
}

const MORE = 'more';
const isEmpty = (removed: Record<string, number>): boolean => Object.values(removed).every((count) => count === 0);

/**
 * Erases conversations, messages and contacts of a person or a tenant, one batch per call (services/accounts runs the
 * job).
 */
export function makeEraseData(deps: EraseDataDeps) {
  const progressOf = async (
    erased: Record<string, number>,
    countLeft: () => Promise<number>,
  ): Promise<EraseProgress> =>
    isEmpty(erased) ? { erased, cursor: null, waiting: await countLeft() } : { erased, cursor: MORE, waiting: 0 };

  const erasePersonBatch = (person: ErasedPerson): Promise<Record<string, number>> =>
    deps.inTransaction(async (store) => {
      const messages = await store.removeMessagesOf(person);
      if (!isEmpty(messages)) return messages;
      const quarantined = await store.removeQuarantinedOf(person);
      return { ...(await store.removeTracesOf(person)), quarantined_elements: quarantined };
    });

  return {
    async findPerson(input: InputOf<typeof findPerson>): Promise<OutputOf<typeof findPerson>> {
      return { person: await deps.findPersonOf(input.tenantId, input.contactId, deps.now()) };
    },
    async detachPerson(input: InputOf<typeof detachPerson>): Promise<OutputOf<typeof detachPerson>> {
      const at = await deps.detachContacts(input.tenantId, input.contactIds);
      return { at: at.toISOString() };
    },
    async erasePerson({ person }: InputOf<(typeof erasePerson)['inbox']>): Promise<EraseProgress> {
      return progressOf(await erasePersonBatch(person), () => deps.countLeftOf(person));
    },
    async eraseTenantData({ tenantId: id }: InputOf<(typeof eraseTenantData)['inbox']>): Promise<EraseProgress> {
      const erased = await deps.inTransaction((store) => store.removeTenantBatch(id));
      return progressOf(erased, () => deps.countUnsettledOfTenant(id));
    },
  };
}
