import type { Database } from '@parley/database/connect-database';
import { upsertConversations } from '@parley/messaging/people/upsert-conversations';
import type { FirstConversation, InReserveTransaction } from '../use-cases/reserve-sends.ts';
import { findApprovedTemplates, forgetKeys, insertReservations } from './reservation-store.ts';
import { loadReserveFacts } from './reserve-facts-store.ts';
import { retryTransaction } from './retry-transaction.ts';

/** A stranger's number is known as soon as they are written to. */
const toWanted = ({ item, accountId, isNewContact }: FirstConversation) => ({
  tenantId: item.tenantId,
  channel: item.channel,
  channelAccountId: accountId,
  addresses: [item.recipient],
  name: null,
  username: null,
  phone: isNewContact && item.recipient.startsWith('+') ? item.recipient : null,
  peer: item.recipient,
  providerThreadId: null,
  lastInboundAt: null,
  lastMessageAt: item.happenedAt,
});

/** Runs a reservation's steps in one transaction of the database. */
export const makeInReserveTransaction =
  (database: Pick<Database, 'transaction'>): InReserveTransaction =>
  (work) =>
    retryTransaction(database, (sql) =>
      work({
        loadFacts: (items) => loadReserveFacts(sql, items),
        makeConversations: async (wanted) => (await upsertConversations(sql, wanted.map(toWanted))).map(({ id }) => id),
        forgetKeys: (items) => forgetKeys(sql, items),
        insert: (sends) => insertReservations(sql, sends),
        findApprovedTemplates: (accountIds) => findApprovedTemplates(sql, accountIds),
      }),
    );
