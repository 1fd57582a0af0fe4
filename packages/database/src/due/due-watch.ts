import { at } from '@parley/common/at';
import type { Sql } from '../sql.ts';
import type { DueRead } from './define-due.ts';

/** Work that another process created is found this late. */
const EVERY_MS = 1000;
/** Rounds of the watch that do not read, such as behind a lock on one table: every so many, each duty looks itself. */
const BLIND_ROUNDS = 5;

type OnDue = (dueAt: Date) => void;

/** Calls back every second with the due time of what a duty waits for, also before it is due; returns what ends that. */
export type WatchDue = (read: DueRead, onDue: OnDue) => () => void;

/**
 * Reads the due times of all duties of a process in one statement a second: at rest each duty would otherwise need a
 * transaction of its own.
 */
export function makeDueWatch(sql: Sql): WatchDue {
  const watched = new Map<DueRead, Set<OnDue>>();
  let timer: NodeJS.Timeout | undefined;
  /** The statement that reads every watched duty; null after the duties have changed. */
  let statement: { name: string; text: string; reads: readonly DueRead[] } | null = null;
  let statements = 0;
  let isReading = false;
  let blindRounds = 0;

  /** A name for each text, so that each connection prepares it once. */
  const prepare = () => {
    const reads = [...watched.keys()];
    const text = `SELECT ${reads.map((read) => `(${read.text})`).join(', ')}`;
    return { name: `due.watch-${++statements}`, text, reads };
  };

  /** Their own statements find the work, wait for their own tables alone, and report that the database is away. */
  const wakeAll = (): void => {
    if (blindRounds++ % BLIND_ROUNDS !== 0) return;
    for (const listeners of watched.values()) for (const onDue of listeners) onDue(new Date(0));
  };

  const look = async (): Promise<void> => {
    if (isReading) return wakeAll();
    isReading = true;
    statement ??= prepare();
    const { reads, ...asked } = statement;
    try {
      const { rows } = await sql.query<(Date | null)[]>({ ...asked, rowMode: 'array', plan: 'index' });
      blindRounds = 0;
      const dueAts = at(rows, 0);
      for (const [index, read] of reads.entries()) {
        const dueAt = at(dueAts, index);
        if (dueAt) for (const onDue of watched.get(read) ?? []) onDue(dueAt);
      }
    } catch {
      wakeAll();
    } finally {
      isReading = false;
    }
  };

  return (read, onDue) => {
    const listeners = watched.get(read) ?? new Set();
    if (listeners.size === 0) {
      watched.set(read, listeners);
      statement = null;
    }
    listeners.add(onDue);
    timer ??= setInterval(() => void look(), EVERY_MS).unref();
    return () => {
      listeners.delete(onDue);
      if (listeners.size > 0) return;
      watched.delete(read);
      statement = null;
      if (watched.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}
