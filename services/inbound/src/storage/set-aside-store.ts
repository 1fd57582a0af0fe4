import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import { quarantine } from '@parley/messaging/quarantine';
import type { SetAsideStore } from '../use-cases/set-aside.ts';
import { findConnectedAccounts } from './account-store.ts';
import { storeUnknown } from './unknown-store.ts';

/** Keeps elements that cannot be applied, in the quarantine or among the unknown elements. */
export const makeSetAsideStore = (sql: Sql, cipher: Pick<Cipher, 'encrypt' | 'sign'>): SetAsideStore => ({
  findAccounts: (named) => findConnectedAccounts(sql, named),
  storeUnknown: (element) => storeUnknown(sql, [element]),
  async quarantine(element) {
    await quarantine(sql, cipher, [element]);
  },
});
