import type { Database } from '@parley/database/connect-database';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { appendPlatformEvents } from '@parley/messaging/outbox/platform-events';
import { upsertConversations, writeConversations } from '@parley/messaging/people/upsert-conversations';
import type { InChangeTransaction } from '../use-cases/apply-changes.ts';
import type { ScanStore } from '../use-cases/poll-account.ts';
import type { WebhookStore } from '../use-cases/store-comments.ts';
import { findAccounts } from './account-store.ts';
import { writeComments } from './change-store.ts';
import { rememberThreads, restoreListed } from './thread-store.ts';

/** Runs the steps that store comments in one transaction. */
export const makeInChangeTransaction =
  (database: Pick<Database, 'transaction'>): InChangeTransaction<ScanStore & WebhookStore> =>
  (work) =>
    retryConflicts(() =>
      database.transaction((sql) =>
        work({
          findAccounts: (named) => findAccounts(sql, named),
          upsertConversations: (wanted, onReported) => upsertConversations(sql, wanted, onReported),
          writeConversations: (changed) => writeConversations(sql, changed),
          writeComments: (plans) => writeComments(sql, plans),
          appendEvents: (events) => appendEvents(sql, events),
          appendPlatformEvents: (events) => appendPlatformEvents(sql, events),
          restoreListed: (accountId, listed, before) => restoreListed(sql, accountId, listed, before),
          rememberThreads: (accountId, threads) => rememberThreads(sql, accountId, threads),
        }),
      ),
    );
