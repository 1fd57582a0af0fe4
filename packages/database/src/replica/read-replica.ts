import { setTimeout as pause } from 'node:timers/promises';
import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import { isDatabaseUnavailable, type Sql, sqlState } from '../sql.ts';
import { defineStatement } from '../statements/statement.ts';
import type { ReadOutcome } from './replica-reads.ts';

/** Runs a read on the primary or its replica. `work` only reads, and may run twice. */
export type Read<Reader> = <T>(work: (database: Reader) => Promise<T>) => Promise<T>;

/** The reason why reads use the primary for a while: an error, or null for a replica that lags. */
export type OnReplicaAside = (error: unknown) => void;

interface Parts<Reader> {
  primary: Reader;
  replica: Reader;
  /** Called when reads begin to use the primary. */
  onAside: OnReplicaAside;
  /** Called when they use the replica again. */
  onBack: () => void;
  /** Called once with each read. */
  onRead: (outcome: ReadOutcome) => void;
  /** A clock in milliseconds that never runs backwards. */
  nowMs?: () => number;
}

/** How long a read waits for the replica to have everything that the primary has. */
const LEVEL_WITHIN_MS = 100;
const ASK_EVERY_MS = 5;
/** A replica that fails or lags is not used for this long. */
const ASIDE_MS = 2000;
/** A statement that conflicts with what the replica replays, such as a vacuum. */
const RECOVERY_CONFLICT = '40001';

/** All commits that a client knows of are before this position. A timeline ends when a standby is promoted. */
const position = defineStatement({
  name: 'database.position',
  text: `
  SELECT pg_current_wal_flush_lsn()::text AS position,
         ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int AS timeline,
         (SELECT system_identifier::text FROM pg_control_system()) AS server`,
  row: { position: 'text!', timeline: 'int4!', server: 'text!' },
});

/** Whether a standby of the same server has replayed a position. */
const isLevelWith = defineStatement({
  name: 'database.is-level-with',
  text: `
  SELECT pg_is_in_recovery() AND timeline_id = $2 AND system_identifier = $3::text::bigint
           AND coalesce(pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false) AS is_level
    FROM pg_control_checkpoint(), pg_control_system()`,
  params: { position: 'text', timeline: 'int4', server: 'text' },
  row: { isLevel: 'bool!' },
});

/** Waits until the replica has what the primary has now; false if it lags, or is no standby of this primary. */
async function becomesLevel(primary: Sql, replica: Sql, nowMs: () => number): Promise<boolean> {
  const now = await position.first(primary, {});
  if (!now) throw new Error('The primary returned no position.');
  const until = nowMs() + LEVEL_WITHIN_MS;
  while (nowMs() < until) {
    const left = Math.max(1, until - nowMs());
    const answer = await waitAtMost(isLevelWith.first(replica, now), left);
    if (answer?.isLevel) return true;
    await pause(ASK_EVERY_MS);
  }
  return false;
}

/**
 * Reads from a replica that has replayed every commit made before the read began: read-your-writes, across processes.
 * Otherwise, and after every failure of the replica, from the primary
 * (docs/operations/database.md#a-replica-for-reads).
 */
export function makeReadFrom<Reader extends Sql>({
  primary,
  replica,
  onAside,
  onBack,
  onRead,
  nowMs = () => performance.now(),
}: Parts<Reader>): Read<Reader> {
  let asideUntil = Number.NEGATIVE_INFINITY;
  let asideFor: 'lag' | 'failure' = 'lag';
  let isAside = false;

  function setAside(error: unknown): void {
    asideUntil = nowMs() + ASIDE_MS;
    asideFor = error === null ? 'lag' : 'failure';
    if (!isAside) onAside(error);
    isAside = true;
  }

  /** The reason why a read cannot use the replica now; null if it can. */
  async function findObstacle(): Promise<typeof asideFor | null> {
    if (nowMs() < asideUntil) return asideFor;
    try {
      if (await becomesLevel(primary, replica, nowMs)) return null;
      setAside(null);
    } catch (error) {
      setAside(error);
    }
    return asideFor;
  }

  function readFromPrimary<T>(work: (database: Reader) => Promise<T>, why: ReadOutcome): Promise<T> {
    onRead(why);
    return work(primary);
  }

  return async (work) => {
    const obstacle = await findObstacle();
    if (obstacle !== null) return readFromPrimary(work, obstacle);
    try {
      const result = await work(replica);
      if (isAside) onBack();
      isAside = false;
      onRead('replica');
      return result;
    } catch (error) {
      if (sqlState(error) === RECOVERY_CONFLICT) return readFromPrimary(work, 'conflict');
      if (isDatabaseUnavailable(error)) {
        setAside(error);
        return readFromPrimary(work, 'failure');
      }
      onRead('replica');
      throw error;
    }
  };
}
