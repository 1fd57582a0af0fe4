import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { retryConflicts } from '@parley/database/retry-conflicts';
import type { Sql, TransactionSql } from '@parley/database/sql';
import { refusalReason } from '@parley/messaging/quarantine';
import { isApplicable } from '../domain/is-applicable.ts';
import { nextLookMs } from '../domain/next-look.ts';
import { isUnstorable } from '../domain/unstorable.ts';
import type { InboundService } from '../service.ts';
import { findAccountsById } from '../storage/account-store.ts';
import { lockDuePending, postponePending, takePending, type WaitingUpdate } from '../storage/pending-store.ts';
import { applyAddressed } from './apply-addressed.ts';
import { setAside } from './set-aside.ts';

const BATCH = 200;
/** Batches of one sweep, so that its cost does not grow with the number of waiting updates. */
const MAX_BATCHES = 10;

/** Locks the due updates and takes those that can be applied now; the others are postponed. */
async function takeApplicable(
  { now }: InboundService,
  sql: Sql,
  { dueBy, limit }: { dueBy: Date; limit: number },
): Promise<{ looked: number; taken: WaitingUpdate[] }> {
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
  const taken = await takePending(
    sql,
    applicable.map(({ id }) => id),
  );
  return { looked: due.length, taken };
}

/** Applies taken updates; returns the keys and tenants to notify after the commit. */
async function applyTaken(
  { now, mediaAddressOf }: InboundService,
  sql: TransactionSql,
  taken: readonly WaitingUpdate[],
): Promise<{ instanceIds: string[]; changedTenantIds: number[] }> {
  if (taken.length === 0) return { instanceIds: [], changedTenantIds: [] };
  const accounts = await findAccountsById(sql, [...new Set(taken.map(({ accountId }) => accountId))]);
  const entries = taken.flatMap(({ accountId, item }) => {
    const account = accounts.get(accountId);
    return account ? [{ account, item }] : [];
  });
  const transaction = { sql, now, mediaAddressOf, mayWait: () => false, callOf: (item: unknown) => item };
  return sql.commitWith(await applyAddressed(transaction, entries));
}

/** Returns the number of due updates that it looked at. */
async function applyBatch(service: InboundService, dueBy: Date, limit: number): Promise<number> {
  const { looked, instanceIds, changedTenantIds } = await service.unmappedDatabase.transaction(async (sql) => {
    const { looked, taken } = await takeApplicable(service, sql, { dueBy, limit });
    return { looked, ...(await applyTaken(service, sql, taken)) };
  });
  wakeDeliveries(service.bus, instanceIds);
  tellInboxChanged(service.bus, changedTenantIds);
  return looked;
}

/** Applies updates one by one: one that fails goes to the quarantine and does not block the others. */
async function applyApart(service: InboundService, dueBy: Date): Promise<number> {
  let looked = 0;
  while (looked < BATCH) {
    try {
      if ((await applyBatch(service, dueBy, 1)) === 0) break;
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      await service.unmappedDatabase.transaction(async (sql) => {
        const { taken } = await takeApplicable(service, sql, { dueBy, limit: 1 });
        for (const { item } of taken) await setAside(service, item, refusalReason(error), sql);
      });
    }
    looked++;
  }
  return looked;
}

/**
 * Applies updates that arrived before their message, or before a send was settled: checks the due ones, and applies those
 * whose message is now stored.
 */
export async function applyDue(service: InboundService, dueBy: Date): Promise<void> {
  for (let round = 0; round < MAX_BATCHES; round++) {
    const looked = await retryConflicts(() => applyBatch(service, dueBy, BATCH)).catch((error: unknown) => {
      if (!isUnstorable(error)) throw error;
      return applyApart(service, dueBy);
    });
    if (looked < BATCH) break;
  }
}
