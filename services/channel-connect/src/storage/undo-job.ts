import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { UndoJob } from '../domain/granted-account.ts';
import { addRemovalJob } from './removal-job-store.ts';

const lockUntold = defineStatement({
  name: 'channel-connect.lock-untold-jobs',
  text: 'SELECT id FROM removal_jobs WHERE id = ANY ($1) AND NOT is_told ORDER BY id FOR UPDATE',
  params: { ids: 'int4[]' },
  row: { id: 'int4' },
});

const deleteJobs = defineStatement({
  name: 'channel-connect.delete-undo-jobs',
  text: 'DELETE FROM removal_jobs WHERE id = ANY ($1)',
  params: { ids: 'int4[]' },
});

const makeDue = defineStatement({
  name: 'channel-connect.make-undo-job-due',
  text: 'UPDATE removal_jobs SET due_at = least(due_at, $2) WHERE id = $1 AND NOT is_told',
  params: { id: 'int4', now: 'timestamptz' },
});

const idsOf = (jobs: readonly UndoJob[]): number[] => jobs.map(({ id }) => id);

export async function addUndoJob(
  sql: Sql,
  job: Omit<UndoJob, 'id'>,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<UndoJob> {
  return { ...job, id: await addRemovalJob(sql, { ...job, createdAt: now, dueAt }) };
}

/** Whether one of them has begun: what the provider was told is taken back, and must not be committed. Locks the others. */
export async function isAnyUndone(sql: Sql, jobs: readonly UndoJob[]): Promise<boolean> {
  return (await lockUntold.all(sql, { ids: idsOf(jobs) })).length < jobs.length;
}

/** After the connection is written, in its transaction. */
export async function dropUndoJobs(sql: Sql, jobs: readonly UndoJob[]): Promise<void> {
  await deleteJobs.run(sql, { ids: idsOf(jobs) });
}

/** Makes the job due; one that ran while the provider was still being told came too soon, and is written anew. */
export async function undoNow(sql: Sql, { id, ...job }: UndoJob, now: Date): Promise<void> {
  const changed = await makeDue.run(sql, { id, now });
  if (changed === 0) await addRemovalJob(sql, { ...job, createdAt: now, dueAt: now });
}
