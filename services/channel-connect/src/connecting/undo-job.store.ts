import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { defineStatement } from '@parley/database/statement';
import type { UndoJob } from '../removal/removal-job.rules.ts';
import { addRemovalJob } from '../removal/removal-job.store.ts';

const lockUnreported = defineStatement({
  name: 'channel-connect.lock-unreported-jobs',
  text: 'SELECT id FROM removal_jobs WHERE id = ANY ($1) AND NOT is_reported ORDER BY id FOR UPDATE',
  params: { ids: 'int4[]' },
  row: { id: 'int4' },
});

const makeDue = defineStatement({
  name: 'channel-connect.make-undo-job-due',
  text: 'UPDATE removal_jobs SET due_at = least(due_at, $2) WHERE id = $1 AND NOT is_reported',
  params: { id: 'int4', now: 'timestamptz' },
});

const idsOf = (jobs: readonly UndoJob[]): number[] => jobs.map(({ id }) => id);

export async function addUndoJob(
  transaction: Pick<PrismaTransaction, 'prisma'>,
  job: Omit<UndoJob, 'id'>,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<UndoJob> {
  return { ...job, id: await addRemovalJob(transaction, { ...job, createdAt: now, dueAt }) };
}

/**
 * Deletes the jobs in the transaction of the connection. False, and none is deleted, when one has begun: the provider call
 * is being reverted, so the connection must not be committed.
 */
export async function cancelUndoJobs({ sql, prisma }: PrismaTransaction, jobs: readonly UndoJob[]): Promise<boolean> {
  const ids = idsOf(jobs);
  if ((await lockUnreported.all(sql, { ids })).length < ids.length) return false;
  await prisma.removalJob.deleteMany({ where: { id: { in: ids } } });
  return true;
}

/** Makes the job due. A job that ran during the provider call ran too early, and is inserted again. */
export async function undoNow(transaction: PrismaTransaction, { id, ...job }: UndoJob, now: Date): Promise<void> {
  const changed = await makeDue.run(transaction.sql, { id, now });
  if (changed === 0) await addRemovalJob(transaction, { ...job, createdAt: now, dueAt: now });
}
