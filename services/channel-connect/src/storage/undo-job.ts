import type { Sql } from '@parley/prisma/sql';
import type { UndoJob } from '../domain/surface.ts';
import { addRemovalJob } from './removal-job-store.ts';

export async function addUndoJob(
  sql: Sql,
  job: Omit<UndoJob, 'id'>,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<UndoJob> {
  return { ...job, id: await addRemovalJob(sql, { ...job, createdAt: now, dueAt }) };
}

/** Whether one of them has begun: what the provider was told is taken back, and must not be committed. Locks the others. */
export async function isAnyUndone(sql: Sql, jobs: readonly UndoJob[]): Promise<boolean> {
  const { rowCount } = await sql.query({
    text: 'SELECT 1 FROM removal_jobs WHERE id = ANY ($1) AND NOT is_told ORDER BY id FOR UPDATE',
    values: [jobs.map(({ id }) => id)],
  });
  return rowCount < jobs.length;
}

/** After the connection is written, in its transaction. */
export async function dropUndoJobs(sql: Sql, jobs: readonly UndoJob[]): Promise<void> {
  const ids = jobs.map(({ id }) => id);
  await sql.query({ text: 'DELETE FROM removal_jobs WHERE id = ANY ($1)', values: [ids] });
}

/** Makes the job due; one that ran while the provider was still being told came too soon, and is written anew. */
export async function undoNow(sql: Sql, { id, ...job }: UndoJob, now: Date): Promise<void> {
  const { rowCount } = await sql.query({
    text: 'UPDATE removal_jobs SET due_at = least(due_at, $2) WHERE id = $1 AND NOT is_told',
    values: [id, now],
  });
  if (rowCount === 0) await addRemovalJob(sql, { ...job, createdAt: now, dueAt: now });
}
