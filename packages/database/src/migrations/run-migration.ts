import { setTimeout as pause } from 'node:timers/promises';
import { splitConcurrent } from './split-concurrent.ts';

/** How a migration waits for the locks of its tables. */
export interface LockWait {
  /** Statements of the running product queue behind a waiting migration: no attempt waits longer than this. */
  lockTimeoutMs: number;
  /** The pause between two attempts, in which that queue runs. */
  pauseMs: number;
  /** The number of attempts before the migration fails. */
  attempts: number;
  /** Called after each attempt that did not get its locks. */
  onWait?: (migration: string, attempt: number) => void;
}

/** About a minute and a half in total. */
export const DEFAULT_LOCK_WAIT: LockWait = { lockTimeoutMs: 2000, pauseMs: 1000, attempts: 30 };

/** Runs in the migration's own script, so that a kill leaves it either applied and recorded, or neither. */
const RECORD = 'UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL';

/**
 * The transaction was rolled back because of another transaction's locks: `lock_not_available`, `deadlock_detected`.
 */
const LOCKED: ReadonlySet<unknown> = new Set(['55P03', '40P01']);
const isLocked = (error: unknown): boolean => error instanceof Error && 'code' in error && LOCKED.has(error.code);

/** PostgreSQL's reason, with what failed. */
export const describeFailure = (what: string, error: unknown): Error =>
  new Error(`${what} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });

/**
 * Applies the SQL of a migration and records it, as one transaction, in short attempts that do not block the running
 * product (docs/operations/upgrading.md#your-own-processes). A migration that builds indexes concurrently cannot be a
 * transaction: its statements run one by one, and again from the first after a kill.
 */
export async function runMigration(
  { name, sql }: { name: string; sql: string },
  run: (sql: string) => Promise<unknown>,
  { lockTimeoutMs, pauseMs, attempts, onWait }: LockWait = DEFAULT_LOCK_WAIT,
): Promise<void> {
  const concurrent = splitConcurrent(sql);
  if (concurrent) {
    for (const statement of [...concurrent, RECORD]) await run(statement);
    return;
  }
  for (let attempt = 1; ; attempt++) {
    try {
      await run(`SET LOCAL lock_timeout = ${lockTimeoutMs};\n${sql}\n;${RECORD}`);
      return;
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (attempt === attempts)
        throw new Error(`it did not get its locks in ${attempts} attempts; nothing of it was applied`, {
          cause: error,
        });
      onWait?.(name, attempt);
    }
    await pause(pauseMs);
  }
}
