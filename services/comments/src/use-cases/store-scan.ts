import { isolateRefused, isRefusedBySql } from '@parley/database/isolate-refused';
import type { Sql } from '@parley/database/sql';
import { refusalReason } from '@parley/messaging/quarantine';
import type { AccountPoll } from '../domain/account-poll.ts';
import { scannedChanges } from '../domain/scanned-changes.ts';
import type { VideoScan } from '../domain/scanned-list.ts';
import type { CommentsService } from '../service.ts';
import { rememberThreads, restoreListed } from '../storage/thread-store.ts';
import { applyChanges } from './apply-changes.ts';
import { commitChanges } from './commit-changes.ts';
import { quarantineComment } from './quarantine-comment.ts';

/** A list may show a removed comment for a short time. */
const LIST_LAG_MS = 60_000;

/** Restores removed comments that are listed again; returns the tenant if there are any. */
async function restore(sql: Sql, { account, startedAt }: AccountPoll, { shown }: VideoScan): Promise<number[]> {
  const removedBefore = new Date(startedAt.getTime() - LIST_LAG_MS);
  return (await restoreListed(sql, account.id, shown, removedBefore)) > 0 ? [account.tenantId] : [];
}

/**
 * Stores the results of a scan with its events and the state for the next one, in one transaction. A comment that the
 * database refuses because of its content is quarantined and does not block the others.
 */
export async function storeScan(service: CommentsService, poll: AccountPoll, scan: VideoScan): Promise<void> {
  const { account, startedAt } = poll;
  const changes = scannedChanges(account, scan, startedAt);
  try {
    await commitChanges(service, async (sql) => {
      const restored = await restore(sql, poll, scan);
      const { woken, changed } = await applyChanges(sql, changes, service.now());
      await rememberThreads(sql, account.id, scan.threads);
      return { woken, changed: [...restored, ...changed] };
    });
  } catch (error) {
    if (!isRefusedBySql(error)) throw error;
    await isolateRefused(changes, {
      async run(part) {
        await commitChanges(service, (sql) => applyChanges(sql, part, service.now()));
      },
      isRefused: isRefusedBySql,
      setAside: (held, refusal) => quarantineComment(service, held, refusalReason(refusal)),
    });
    await commitChanges(service, async (sql) => {
      const changed = await restore(sql, poll, scan);
      await rememberThreads(sql, account.id, scan.threads);
      return { woken: [], changed };
    });
  }
}
