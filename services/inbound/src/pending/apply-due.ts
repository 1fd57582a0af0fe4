import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { Sql, TransactionSql } from '@parley/database/sql';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { refusalReason } from '@parley/messaging/quarantine';
import { findAccountsById } from '../batch/account.store.ts';
import { isUnstorable } from '../batch/failures.steps.ts';
import { applyItems } from '../batch/store-batch.steps.ts';
import { setAside } from '../quarantine/set-aside.steps.ts';
import type { InboundService } from '../service.ts';
import { ownAppsOf } from '../threads/own-apps.rules.ts';
import { isApplicable, nextLookMs } from './pending.rules.ts';
import { lockDuePending, postponePending, takePending, type WaitingUpdate } from './pending.store.ts';

const BATCH = 200;
/** Batches of one sweep, so that its cost does not grow with the number of waiting updates. */
const MAX_BATCHES = 10;

/** The due updates of one transaction. */
interface DueUpdates {
  looked: number;
  /** Those that can be applied now. */
  ids: string[];
}

/** Locks the due updates and finds those that can be applied now; the others are postponed. */
async function lockApplicable(
  { now }: InboundService,
  sql: Sql,
  { dueBy, limit }: { dueBy: Date; limit: number },
): Promise<DueUpdates> {
  const at = now();
  const due = await lockDuePending(sql, dueBy, limit);
  const applicable = due.filter((update) => isApplicable(update, at));
  const waiting = due.filter((update) => !applicable.includes(update));
  await postponePending(
    sql,
    waiting.map(({ id, createdAt, waitsFor }) => {
      const ageMs = at.getTime() - createdAt.getTime();
      return { id, lookAt: new Date(at.getTime() + nextLookMs({ ageMs, waitsForSend: waitsFor !== null })) };
    }),
  );
  return { looked: due.length, ids: applicable.map(({ id }) => id) };
}

/** Applies taken updates; returns the keys and tenants to notify after the commit. */
async function applyTaken(
  { now, mediaAddressOf, environment }: InboundService,
  sql: TransactionSql,
  taken: readonly WaitingUpdate[],
  takesWaiting: boolean,
): Promise<{ instanceIds: string[]; changedTenantIds: number[] }> {
  if (taken.length === 0) return { instanceIds: [], changedTenantIds: [] };
  const accounts = await findAccountsById(sql, [...new Set(taken.map(({ accountId }) => accountId))]);
  const entries = taken.flatMap(({ accountId, item }) => {
    const account = accounts.get(accountId);
    return account ? [{ account, item }] : [];
  });
  const context = {
    now,
    mediaAddressOf,
    ownApps: ownAppsOf(environment),
    takesWaiting,
    mayWait: () => false,
    callOf: (item: unknown) => item,
  };
  return sql.commitWith(await applyItems(sql, context, entries));
}

/** Returns the number of due updates that it looked at. `onLocked` gets the ids of those that it will apply. */
async function applyBatch(
  service: InboundService,
  { takesWaiting, ...due }: { dueBy: Date; limit: number; takesWaiting: boolean },
  onLocked: (ids: readonly string[]) => void = () => {},
): Promise<number> {
  const { looked, instanceIds, changedTenantIds } = await service.unmappedDatabase.transaction(async (sql) => {
    const { looked, ids } = await lockApplicable(service, sql, due);
    onLocked(ids);
    return { looked, ...(await applyTaken(service, sql, await takePending(sql, ids), takesWaiting)) };
  });
  wakeDeliveries(service.bus, instanceIds);
  tellInboxChanged(service.bus, changedTenantIds);
  return looked;
}

/**
 * Applies the next due update; returns whether there was one. One that fails goes to the quarantine, by its id: the next
 * due one may be another by then. Another replica may hold it, and end it first.
 */
async function applyNext(service: InboundService, dueBy: Date): Promise<boolean> {
  let failed: readonly string[] = [];
  const onLocked = (ids: readonly string[]): void => {
    failed = ids;
  };
  try {
    const one = { dueBy, limit: 1, takesWaiting: false };
    return (await retryConflicts(() => applyBatch(service, one, onLocked))) > 0;
  } catch (error) {
    if (!isUnstorable(error) || failed.length === 0) throw error;
    await service.unmappedDatabase.transaction(async (sql) => {
      for (const { item } of await takePending(sql, failed)) await setAside(service, item, refusalReason(error), sql);
    });
    return true;
  }
}

/** Applies updates one by one: one that fails does not block the others. */
async function applyApart(service: InboundService, dueBy: Date): Promise<number> {
  let looked = 0;
  while (looked < BATCH && (await applyNext(service, dueBy))) looked++;
  return looked;
}

/**
 * Applies updates that arrived before their message, or before a send was settled: checks the due ones, and applies those
 * whose message is now stored.
 */
export async function applyDue(service: InboundService, dueBy: Date): Promise<void> {
  for (let round = 0; round < MAX_BATCHES; round++) {
    const looked = await retryConflicts(() => applyBatch(service, { dueBy, limit: BATCH, takesWaiting: true })).catch(
      (error: unknown) => {
        if (!isUnstorable(error)) throw error;
        return applyApart(service, dueBy);
      },
    );
    if (looked < BATCH) break;
  }
}
