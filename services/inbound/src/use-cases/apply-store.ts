import type { Sql } from '@parley/database/sql';
import type { findConnectedAccounts } from '../storage/account-store.ts';
import type { lockChangedMessages, writeChanges } from '../storage/change-store.ts';
import type { findNames } from '../storage/contact-store.ts';
import type { addParts, claimSends, storeProviderTimes } from '../storage/echo-store.ts';
import type { loadEchoFacts } from '../storage/load-echo-facts.ts';
import type { loadWatermarkFacts } from '../storage/load-watermark-facts.ts';
import type { insertFiles, writeMessages } from '../storage/message-store.ts';
import type { storePending, takePendingOf } from '../storage/pending-store.ts';
import type { findReactions, lockMessages, writeReactions } from '../storage/reaction-store.ts';
import type { lockSentMessages, writeReceipts } from '../storage/receipt-store.ts';
import type { storeUnknown } from '../storage/unknown-store.ts';
import type { lockCoveredMessages, storeMarks, storeMoves } from '../storage/watermark-store.ts';

/** The signature of a storage step without its transaction. */
type InTransaction<Step> = Step extends (sql: Sql, ...given: infer Given) => infer Result
  ? (...given: Given) => Result
  : never;

/** The storage steps of applying items, all in one transaction. */
export interface ApplyStore {
  findConnectedAccounts: InTransaction<typeof findConnectedAccounts>;
  findNames: InTransaction<typeof findNames>;
  writeMessages: InTransaction<typeof writeMessages>;
  insertFiles: InTransaction<typeof insertFiles>;
  loadEchoFacts: InTransaction<typeof loadEchoFacts>;
  claimSends: InTransaction<typeof claimSends>;
  storeProviderTimes: InTransaction<typeof storeProviderTimes>;
  addParts: InTransaction<typeof addParts>;
  lockChangedMessages: InTransaction<typeof lockChangedMessages>;
  writeChanges: InTransaction<typeof writeChanges>;
  lockSentMessages: InTransaction<typeof lockSentMessages>;
  writeReceipts: InTransaction<typeof writeReceipts>;
  loadWatermarkFacts: InTransaction<typeof loadWatermarkFacts>;
  lockCoveredMessages: InTransaction<typeof lockCoveredMessages>;
  storeMarks: InTransaction<typeof storeMarks>;
  storeMoves: InTransaction<typeof storeMoves>;
  lockMessages: InTransaction<typeof lockMessages>;
  findReactions: InTransaction<typeof findReactions>;
  writeReactions: InTransaction<typeof writeReactions>;
  storePending: InTransaction<typeof storePending>;
  takePendingOf: InTransaction<typeof takePendingOf>;
  storeUnknown: InTransaction<typeof storeUnknown>;
}
