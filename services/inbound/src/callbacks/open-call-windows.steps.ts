import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { retryConflicts } from '@parley/database/retry-conflicts';
import type { TransactionSql } from '@parley/database/sql';
import { upsertConversations } from '@parley/messaging/people/upsert-conversations';
import type { InboundItem } from '@parley/providers/inbound-item';
import { findConnectedAccounts } from '../batch/account.store.ts';
import { addressItems, type ItemOf } from '../batch/addressed.rules.ts';
import type { ConnectedAccount } from '../batch/connected-account.rules.ts';
import { orUnavailable } from '../batch/or-unavailable.steps.ts';
import { tidyItem } from '../batch/tidy-item.rules.ts';
import { isUnstorable } from '../batch/unstorable.rules.ts';
import type { InboundService } from '../service.ts';
import { writeCalls } from './call.store.ts';
import { namedAccounts } from './named-accounts.rules.ts';

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
    conversations.flatMap(({ id }, index) => {
      const call = calls[index];
      return call ? [{ conversationId: id, at: call.item.at }] : [];
    }),
  );
  return woken;
}

/**
 * A call of a person to a wa number opens the reply window as a message does, answered or not
 * (docs/reference/sends.md#the-24-hour-window). In a transaction of its own, because contacts and conversations are
 * locked before messages; a repeat changes nothing. Errors: service_unavailable: the provider repeats the webhook.
 */
export const openCallWindows = (service: InboundService, items: readonly InboundItem[]): Promise<void> =>
  orUnavailable(async () => {
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
