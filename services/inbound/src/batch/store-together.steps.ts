import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { retryConflicts, TransactionConflict } from '@parley/database/retry-conflicts';
import type { TransactionSql } from '@parley/database/sql';
import type { InboundItem } from '@parley/providers/inbound-item';
import { namedAccounts } from '../callbacks/named-accounts.rules.ts';
import type { Webhook } from '../callbacks/webhook.rules.ts';
import { storeUnknown } from '../quarantine/unknown.store.ts';
import type { InboundService } from '../service.ts';
import { findConnectedAccounts } from './account.store.ts';
import { addressItems } from './addressed.rules.ts';
import { applyAddressed } from './apply-addressed.steps.ts';
import type { ApplyTransaction } from './apply-transaction.rules.ts';
import { areSame } from './connected-account.rules.ts';

function transactionOf(
  { now, mediaAddressOf }: InboundService,
  sql: TransactionSql,
  webhooks: readonly Webhook[],
): ApplyTransaction {
  let calls: Map<InboundItem, number> | undefined;
  const patient = new Set(webhooks.flatMap(({ items, mayWait }) => (mayWait ? items : [])));
  return {
    sql,
    now,
    mediaAddressOf,
    takesWaiting: !webhooks.some(({ leavesWaiting = false }) => leavesWaiting),
    mayWait: (item) => patient.has(item) && item.kind === 'receipt' && item.account.channel === 'wa',
    callOf(item) {
      calls ??= new Map(webhooks.flatMap(({ items }, call) => items.map((one) => [one, call] as const)));
      return calls.get(item);
    },
  };
}

/**
 * Stores the items of webhooks in one transaction; returns their receipts to retry. It proceeds with the accounts of the
 * last look-up while it looks them up: both go to the server in one write. When an account has changed, nothing is
 * committed, and the retry uses the new one. Throws {@link TransactionConflict}, and errors of the database.
 */
export async function storeTogether(service: InboundService, webhooks: readonly Webhook[]): Promise<InboundItem[]> {
  const { unmappedDatabase, recentAccounts, metrics, bus } = service;
  const items = webhooks.flatMap((webhook) => webhook.items);
  const named = namedAccounts(items);
  const expected = recentAccounts.recall(named);
  const { instanceIds, committed, changedTenantIds, early, ...counts } = await unmappedDatabase.transaction(
    async (sql) => {
      const found = findConnectedAccounts(sql, named);
      const confirmed = found.then((accounts) => {
        recentAccounts.remember(named, accounts);
        if (expected && !areSame(expected, accounts))
          throw new TransactionConflict('An account has changed since it was last looked up.');
      });
      confirmed.catch(() => {}); // awaited below, after the running statements
      const { addressed, unknown } = addressItems(items, expected ?? (await found));
      await storeUnknown(sql, unknown);
      const writeLast = await applyAddressed(transactionOf(service, sql, webhooks), addressed);
      await confirmed;
      return { ...(await sql.commitWith(writeLast)), unknown: unknown.length };
    },
  );
  metrics.items(counts);
  service.wakeSweep();
  wakeDeliveries(bus, instanceIds, committed);
  tellInboxChanged(bus, changedTenantIds);
  return early;
}

/** Stores one webhook in a transaction of its own, which is retried after a conflict; returns its receipts to retry. */
export const storeAlone = (service: InboundService, webhook: Webhook): Promise<InboundItem[]> =>
  retryConflicts(() => storeTogether(service, [webhook]));
