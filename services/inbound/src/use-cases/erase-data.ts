import type {
  detachPerson,
  ErasedPerson,
  EraseProgress,
  erasePerson,
  eraseTenantData,
  findPerson,
} from '@parley/common/contracts/internal/erase-data';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { removeQuarantinedOf } from '../storage/erase-quarantined-store.ts';
import { countLeftOf, detachContacts, findPersonOf, removeMessagesOf, removeTracesOf } from '../storage/erase-store.ts';
import { countUnsettledOfTenant, removeTenantBatch } from '../storage/erase-tenant-store.ts';

export interface EraseDataDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  cipher: Pick<Cipher, 'decrypt'>;
  now(): Date;
}

const MORE = 'more';
const isEmpty = (removed: Record<string, number>): boolean => Object.values(removed).every((count) => count === 0);

/** Erases conversations, messages and contacts of a person or a tenant, a batch a call (services/accounts runs the job). */
export function makeEraseData({ database, cipher, now }: EraseDataDeps) {
  const progressOf = async (
    erased: Record<string, number>,
    countLeft: () => Promise<number>,
  ): Promise<EraseProgress> =>
    isEmpty(erased) ? { erased, cursor: null, waiting: await countLeft() } : { erased, cursor: MORE, waiting: 0 };

  const erasePersonBatch = (person: ErasedPerson): Promise<Record<string, number>> =>
    database.transaction(async (sql) => {
      const messages = await removeMessagesOf(sql, person);
      if (!isEmpty(messages)) return messages;
      const quarantined = await removeQuarantinedOf(sql, cipher, person);
      return { ...(await removeTracesOf(sql, person)), quarantined_elements: quarantined };
    });

  return {
    async findPerson(input: InputOf<typeof findPerson>): Promise<OutputOf<typeof findPerson>> {
      return { person: await findPersonOf(database, input.tenant_id, input.contact_id, now()) };
    },
    async detachPerson(input: InputOf<typeof detachPerson>): Promise<OutputOf<typeof detachPerson>> {
      const at = await detachContacts(database, input.tenant_id, input.contact_ids);
      return { at: at.toISOString() };
    },
    async erasePerson({ person }: InputOf<(typeof erasePerson)['inbound']>): Promise<EraseProgress> {
      return progressOf(await erasePersonBatch(person), () => countLeftOf(database, person));
    },
    async eraseTenantData({ tenant_id: id }: InputOf<(typeof eraseTenantData)['inbound']>): Promise<EraseProgress> {
      const erased = await database.transaction((sql) => removeTenantBatch(sql, id));
      return progressOf(erased, () => countUnsettledOfTenant(database, id));
    },
  };
}
