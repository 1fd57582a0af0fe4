import type { Database } from '@parley/database/connect-database';
import type { Sql } from '@parley/database/sql';
import type { ApplyStore } from '../use-cases/apply-store.ts';
import type { StoreItemsDeps } from '../use-cases/store-items.ts';
import { findConnectedAccounts } from './account-store.ts';
import { lockChangedMessages, writeChanges } from './change-store.ts';
import { findNames } from './contact-store.ts';
import { addParts, claimSends, storeProviderTimes } from './echo-store.ts';
import { loadEchoFacts } from './load-echo-facts.ts';
import { loadWatermarkFacts } from './load-watermark-facts.ts';
import { insertFiles, writeMessages } from './message-store.ts';
import { storePending, takePendingOf } from './pending-store.ts';
import { findReactions, lockMessages, writeReactions } from './reaction-store.ts';
import { lockSentMessages, writeReceipts } from './receipt-store.ts';
import { storeUnknown } from './unknown-store.ts';
import { lockCoveredMessages, storeMarks, storeMoves } from './watermark-store.ts';

/** The steps of applying items, in the transaction of `sql`. */
export const makeApplyStore = (sql: Sql): ApplyStore => ({
  findConnectedAccounts: (...given) => findConnectedAccounts(sql, ...given),
  findNames: (...given) => findNames(sql, ...given),
  writeMessages: (...given) => writeMessages(sql, ...given),
  insertFiles: (...given) => insertFiles(sql, ...given),
  loadEchoFacts: (...given) => loadEchoFacts(sql, ...given),
  claimSends: (...given) => claimSends(sql, ...given),
  storeProviderTimes: (...given) => storeProviderTimes(sql, ...given),
  addParts: (...given) => addParts(sql, ...given),
  lockChangedMessages: (...given) => lockChangedMessages(sql, ...given),
  writeChanges: (...given) => writeChanges(sql, ...given),
  lockSentMessages: (...given) => lockSentMessages(sql, ...given),
  writeReceipts: (...given) => writeReceipts(sql, ...given),
  loadWatermarkFacts: (...given) => loadWatermarkFacts(sql, ...given),
  lockCoveredMessages: (...given) => lockCoveredMessages(sql, ...given),
  storeMarks: (...given) => storeMarks(sql, ...given),
  storeMoves: (...given) => storeMoves(sql, ...given),
  lockMessages: (...given) => lockMessages(sql, ...given),
  findReactions: (...given) => findReactions(sql, ...given),
  writeReactions: (...given) => writeReactions(sql, ...given),
  storePending: (...given) => storePending(sql, ...given),
  takePendingOf: (...given) => takePendingOf(sql, ...given),
  storeUnknown: (...given) => storeUnknown(sql, ...given),
});

/** Applies the items of webhooks in one transaction. */
export const makeApplyTransaction = (
  database: Pick<Database, 'transaction'>,
): Pick<StoreItemsDeps, 'inTransaction'> => ({
  inTransaction: (work) => database.transaction((sql) => work({ sql, store: makeApplyStore(sql) })),
});
