import type { Channel } from '@parley/common/channels';
import type { QueueKey, QueueShare } from './scheduled-send.rules.ts';

/** Scheduled messages that one process sends at a time. */
export const PROCESS_SLOTS = 32;

/**
 * Scheduled messages of one account that one process sends at a time. Platforms limit the messages of an account in a
 * second; fewer at a time leave room for the account's other sends. Linked devices pace themselves, one by one.
 */
export const ACCOUNT_SLOTS: Readonly<Record<Channel, number>> = { wa: 8, tg: 4, fb: 4, ig: 2, tt: 2, wd: 1 };

/** The messages that a process is sending, by tenant and by account. */
export interface SlotsInUse {
  byTenant: ReadonlyMap<number, number>;
  byAccount: ReadonlyMap<number, number>;
  total: number;
}

/** An account with due messages. */
export interface DueQueue extends QueueKey {
  channel: Channel;
  /** When the first message is due. */
  dueAt: Date;
}

/**
 * Shares the free slots of a process: the tenant with the fewest messages in use is next, and within it the account
 * with the fewest, so that neither a large tenant nor a large account delays the others. On a tie the earlier queue of
 * the list is next: the caller rotates it.
 */
export function shareSlots(queues: readonly DueQueue[], { byTenant, byAccount, total }: SlotsInUse): QueueShare[] {
  const tenants = new Map<number, { used: number; accounts: { used: number; most: number; share: QueueShare }[] }>();
  for (const { tenantId, accountId, channel } of queues) {
    const tenant = tenants.get(tenantId) ?? { used: byTenant.get(tenantId) ?? 0, accounts: [] };
    tenants.set(tenantId, tenant);
    const used = byAccount.get(accountId) ?? 0;
    tenant.accounts.push({ used, most: ACCOUNT_SLOTS[channel], share: { tenantId, accountId, count: 0 } });
  }
  const least = <T extends { used: number }>(all: readonly T[]): T | undefined =>
    all.reduce<T | undefined>((best, one) => (best === undefined || one.used < best.used ? one : best), undefined);
  const open = () => [...tenants.values()].filter(({ accounts }) => accounts.some(({ used, most }) => used < most));
  for (let free = PROCESS_SLOTS - total; free > 0; free--) {
    const tenant = least(open());
    const account = tenant && least(tenant.accounts.filter(({ used, most }) => used < most));
    if (!tenant || !account) break;
    tenant.used += 1;
    account.used += 1;
    account.share.count += 1;
  }
  return [...tenants.values()].flatMap(({ accounts }) => accounts.map(({ share }) => share)).filter((s) => s.count > 0);
}
