import { makeId } from '@parley/common/ids';
import { anonymousHolder, type ClaimAs } from '@parley/database/claim-holder';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { CommentAccount } from '../domain/comment.ts';
import { VideoStates } from '../domain/plan-scans.ts';
import { ACCOUNT, ACCOUNT_COLUMNS } from './account-store.ts';

/** An account whose comments are being fetched; the claim is the fencing token of every write. */
export interface ClaimedPoll {
  account: CommentAccount;
  claimId: string;
  videos: VideoStates;
  failures: number;
}

export interface NextPoll {
  dueAt: Date;
  failures: number;
}

/** Polls of accounts, their claims and due times (times are the caller's, so that a clock can be simulated). */
export interface PollStore {
  /** Adds polls of newly connected accounts, removes those of disconnected ones. */
  matchAccounts(now: Date, spreadMs: number): Promise<void>;
  /** When the next account is due or a claim expires; null: there is none. */
  findDue(): Promise<Date | null>;
  /** Claims the account that has been due for longest. */
  claimDue(now: Date, leaseMs: number): Promise<ClaimedPoll | null>;
  /** Releases the claim; false when it was lost. Null `videos` keeps their stored state. */
  finish(claimed: ClaimedPoll, next: NextPoll, videos: VideoStates | null): Promise<boolean>;
  /** Reserves the next free slot of the app's rate limit, across all replicas; returns the wait in ms. */
  takeTurn(gapMs: number): Promise<number>;
}

/** A new connection resets the start: older comments are not fetched. */
const matchPolls = defineStatement({
  name: 'comments.match-polls',
  text: `
  WITH gone AS (
    DELETE FROM comment_polls p USING channel_accounts a
     WHERE a.id = p.channel_account_id AND a.status <> 'connected'
    RETURNING p.channel_account_id
  ), forgotten AS (
    DELETE FROM comment_threads t USING gone WHERE t.channel_account_id = gone.channel_account_id
  )
  INSERT INTO comment_polls AS p (channel_account_id, tenant_id, connected_at, due_at)
  SELECT a.id, a.tenant_id, a.connected_at, $1::timestamptz + make_interval(secs => random() * $2 / 1000)
    FROM channel_accounts a WHERE a.channel = 'tt' AND a.status = 'connected'
  ON CONFLICT (channel_account_id) DO UPDATE
     SET connected_at = excluded.connected_at, due_at = excluded.due_at, videos = '{}', failures = 0,
         claim_id = NULL, claimed_until = NULL
   WHERE p.connected_at <> excluded.connected_at`,
  params: { now: 'timestamptz', spreadMs: 'float8' },
});

/** Locks only the first rows; later ones are found when these are done. */
const findDue = defineStatement({
  name: 'comments.find-due-poll',
  text: `SELECT min(greatest(due_at, claimed_until)) AS due_at
           FROM (SELECT due_at, claimed_until FROM comment_polls ORDER BY due_at LIMIT 100) first`,
  params: {},
  row: { dueAt: 'timestamptz?' },
});

const claimPoll = defineStatement({
  name: 'comments.claim-poll',
  text: `
  WITH due AS (
    SELECT p.channel_account_id FROM comment_polls p
      JOIN channel_accounts a ON a.id = p.channel_account_id AND a.status = 'connected' AND a.connected_at = p.connected_at
     WHERE p.due_at <= $1 AND (p.claimed_until IS NULL OR p.claimed_until < $1)
     ORDER BY p.due_at LIMIT 1 FOR UPDATE OF p SKIP LOCKED
  )
  UPDATE comment_polls p SET claim_id = $2, claimed_until = $3, holder = $4
    FROM due, channel_accounts a
   WHERE p.channel_account_id = due.channel_account_id AND a.id = p.channel_account_id
  RETURNING ${ACCOUNT_COLUMNS}, p.videos, p.failures`,
  params: { now: 'timestamptz', claimId: 'text', claimedUntil: 'timestamptz', holder: 'int4?' },
  row: { ...ACCOUNT, videos: 'jsonb', failures: 'int4' },
});

const finishPoll = defineStatement({
  name: 'comments.finish-poll',
  text: `UPDATE comment_polls
            SET claim_id = NULL, claimed_until = NULL, due_at = $3, failures = $4, videos = coalesce($5, videos)
          WHERE channel_account_id = $1 AND claim_id = $2`,
  params: { accountId: 'int4', claimId: 'text', dueAt: 'timestamptz', failures: 'int4', videos: 'jsonb?' },
});

/** Uses the database's clock, so that replicas with different clocks share one rate. */
const takeTurn = defineStatement({
  name: 'comments.take-turn',
  text: `
  UPDATE comment_pace SET free_at = greatest(free_at, clock_timestamp()) + $1::float8 * interval '1 millisecond' WHERE id = 1
  RETURNING (extract(epoch FROM free_at - clock_timestamp()) * 1000 - $1::float8)::float8 AS wait_ms`,
  params: { gapMs: 'float8' },
  row: { waitMs: 'float8!' },
});

/** Polls in PostgreSQL. */
export function makePollStore(database: Sql, claimAs: ClaimAs = anonymousHolder): PollStore {
  return {
    async matchAccounts(now, spreadMs) {
      await matchPolls.run(database, { now, spreadMs });
    },
    findDue: async () => (await findDue.first(database, {}))?.dueAt ?? null,
    async claimDue(now, leaseMs) {
      const claimId = makeId('clm');
      const claimedUntil = new Date(now.getTime() + leaseMs);
      const claimed = await claimPoll.first(database, { now, claimId, claimedUntil, holder: await claimAs() });
      if (!claimed) return null;
      const { videos, failures, ...account } = claimed;
      return { account, claimId, videos: VideoStates.parse(videos), failures };
    },
    finish: async ({ account, claimId }, { dueAt, failures }, videos) =>
      (await finishPoll.run(database, { accountId: account.id, claimId, dueAt, failures, videos })) > 0,
    async takeTurn(gapMs) {
      const turn = await takeTurn.first(database, { gapMs });
      return Math.max(turn?.waitMs ?? gapMs, 0);
    },
  };
}
