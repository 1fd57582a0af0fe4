import type { Database } from '@parley/database/connect-database';
import { upsertConversations } from '@parley/messaging/people/upsert-conversations';
import type { FirstConversation, InReserveTransaction } from '../use-cases/reserve-sends.ts';
import { commitReservations, findApprovedTemplates, forgetKeys } from './reservation-store.ts';
import { loadReserveFacts } from './reserve-facts-store.ts';
import { retryTransaction } from './retry-transaction.ts';

/** A number is the recipient's phone from the first message on. */
const toWanted = ({ item, accountId, isNewContact }: FirstConversation) => ({
  tenantId: item.tenantId,
  channel: item.channel,
  channelAccountId: accountId,
  addresses: [item.recipient],
  name: item.recipientName ?? null,
  username: null,
  phone: isNewContact && item.recipient.startsWith('+') ? item.recipient : null,
  peer: item.recipient,
  providerThreadId: null,
  lastInboundAt: null,
  lastMessageAt: item.happenedAt,
  startedBy: item.origin,
});

/** Runs a reservation's steps in one transaction; afterwards wakes the platform webhooks of new conversations. */
export const makeInReserveTransaction =
  (database: Pick<Database, 'transaction'>, wake: (instanceIds: string[]) => void): InReserveTransaction =>
  async (work) => {
    let woken: string[] = [];
    const result = await retryTransaction(database, (sql) => {
      woken = [];
      return work({
        loadFacts: (items) => loadReserveFacts(sql, items),
        makeConversations: async (wanted) =>
          (await upsertConversations(sql, wanted.map(toWanted), (reported) => woken.push(...reported))).map(
            ({ id }) => id,
          ),
        forgetKeys: (items) => forgetKeys(sql, items),
        commit: async (sends, lowCredit) => {
          await commitReservations(sql, sends, lowCredit);
        },
        findApprovedTemplates: (accountIds) => findApprovedTemplates(sql, accountIds),
      });
    });
    if (woken.length > 0) wake(woken);
    return result;
  };
