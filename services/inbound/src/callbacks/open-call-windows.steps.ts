import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { at } from '@parley/common/at';
import type { TransactionSql } from '@parley/database/sql';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { upsertConversations } from '@parley/messaging/people/upsert-conversations';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { type ConnectedAccount, namedAccounts } from '../batch/account.rules.ts';
import { findConnectedAccounts } from '../batch/account.store.ts';
import { isUnstorable, mapToUnavailable } from '../batch/failures.steps.ts';
import { addressItems, type ItemOf } from '../batch/inbound-message.rules.ts';
import { tidyItem } from '../batch/tidy-item.rules.ts';
import type { InboundService } from '../service.ts';
import { writeCalls } from './call.store.ts';

interface Call {
  account: ConnectedAccount;
  item: ItemOf<'call'>;
}

/** The conversation with a caller, as it is created when there is none. */
const conversationOf = ({ account, item: { from, at } }: Call) => ({
  tenantId: account.tenantId,
  channel: account.channel,
  channelAccountId: account.id,
  addresses: [from.address, ...from.aliases],
  name: from.name,
  username: from.username,
  phone: from.phone,
  peer: from.address,
  providerThreadId: null,
  lastInboundAt: null,
  lastMessageAt: at,
  startedBy: 'customer' as const,
});

async function writeAll(sql: TransactionSql, items: readonly ItemOf<'call'>[]): Promise<string[]> {
  const accounts = await findConnectedAccounts(sql, namedAccounts(items));
  const calls = addressItems(items, accounts).addressed.flatMap(({ account, item }) =>
    item.kind === 'call' ? [{ account, item }] : [],
  );
  const woken: string[] = [];
  const conversations = await upsertConversations(sql, calls.map(conversationOf), (ids) => woken.push(...ids));
  await writeCalls(
    sql,
    conversations.map(({ id }, index) => ({ conversationId: id, at: at(calls, index).item.at })),
  );
  return woken;
}

/**
 * A call of a person to a wa number opens the reply window as a message does, answered or not
 * (docs/reference/sends.md#the-24-hour-window). In a transaction of its own, because contacts and conversations are
 * locked before messages; a repeat changes nothing. Errors: service_unavailable: the provider repeats the webhook.
 */
export const openCallWindows = (service: InboundService, items: readonly InboundItem[]): Promise<void> =>
  mapToUnavailable(async () => {
    const calls = items.flatMap((item) => {
      if (item.kind !== 'call' || item.account.channel !== 'wa') return [];
      const tidied = tidyItem(item, service.now()).item;
      return tidied.kind === 'call' ? [tidied] : [];
    });
    if (calls.length === 0) return;
    try {
      const woken = await retryConflicts(() => service.unmappedDatabase.transaction((sql) => writeAll(sql, calls)));
      wakeDeliveries(service.bus, woken);
    } catch (error) {
      // The events of the calls go to the quarantine for the same reason.
      if (!isUnstorable(error)) throw error;
    }
  });
