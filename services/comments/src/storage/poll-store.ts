import { makeId } from '@parley/common/ids';
import { type ClaimAs, claimAsNobody } from '@parley/prisma/claim-holder';
import type { Sql } from '@parley/prisma/sql';
import type { CommentAccount } from '../domain/comment.ts';
import { VideoStates } from '../domain/plan-scans.ts';
import { type AccountRow, toCommentAccount } from './account-store.ts';

/** An account whose comments are being fetched; every write is fenced by the claim. */
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

/** Which accounts are fetched, by whom, and when (times are the caller's, so that a clock can be simulated). */
export interface PollStore {
  /** Begins polls of accounts that were connected, forgets those of accounts that are connected no more. */
  matchAccounts(now: Date, spreadMs: number): Promise<void>;
  /** The longest due account that nobody else fetches. */
  claimDue(now: Date, leaseMs: number): Promise<ClaimedPoll | null>;
  /** Gives it back; false when the claim was no longer ours. Null `videos` leaves what is known of them as it was. */
  finish(claimed: ClaimedPoll, next: NextPoll, videos: VideoStates | null): Promise<boolean>;
  /** Takes the next free moment of the app's limit, over all replicas; answers how many ms away it is. */
  takeTurn(gapMs: number): Promise<number>;
}

/** A new connection is another beginning: what was written before it is not fetched. */
const MATCH = `
  WITH gone AS (
    DELETE FROM comment_polls p USING channel_accounts a
     WHERE a.id = p.channel_account_id AND a.status <> 'connected'
    RETURNING p.channel_account_id
  ), forgotten AS (
    DELETE FROM comment_threads t USING gone WHERE t.channel_account_id = gone.channel_account_id
  )
  INSERT INTO comment_polls AS p (channel_account_id, tenant_id, connected_at, due_at)
  SELECT a.id, a.tenant_id, a.connected_at, $1::timestamptz + make_interval(secs => random() * $2::double precision / 1000)
    FROM channel_accounts a WHERE a.channel = 'tt' AND a.status = 'connected'
  ON CONFLICT (channel_account_id) DO UPDATE
     SET connected_at = excluded.connected_at, due_at = excluded.due_at, videos = '{}', failures = 0,
         claim_id = NULL, claimed_until = NULL
   WHERE p.connected_at <> excluded.connected_at`;

const CLAIM = `
  WITH due AS (
    SELECT p.channel_account_id FROM comment_polls p
      JOIN channel_accounts a ON a.id = p.channel_account_id AND a.status = 'connected' AND a.connected_at = p.connected_at
     WHERE p.due_at <= $1 AND (p.claimed_until IS NULL OR p.claimed_until < $1)
     ORDER BY p.due_at LIMIT 1 FOR UPDATE OF p SKIP LOCKED
  )
  UPDATE comment_polls p SET claim_id = $2, claimed_until = $1::timestamptz + $3 * interval '1 millisecond', holder = $4
    FROM due, channel_accounts a
   WHERE p.channel_account_id = due.channel_account_id AND a.id = p.channel_account_id
  RETURNING a.id, a.tenant_id, a.channel, a.external_id, a.name, a.credentials, a.connected_at, p.videos, p.failures`;

/** By the database's clock, so that replicas whose clocks differ share one pace. */
const TAKE_TURN = `
  UPDATE comment_pace SET free_at = greatest(free_at, clock_timestamp()) + $1 * interval '1 millisecond' WHERE id = 1
  RETURNING (extract(epoch FROM free_at - clock_timestamp()) * 1000 - $1)::double precision AS wait_ms`;

/** Polls in PostgreSQL. */
export function makePollStore(database: Sql, claimAs: ClaimAs = claimAsNobody): PollStore {
  return {
    async matchAccounts(now, spreadMs) {
      await database.query({ name: 'comments-match-polls', text: MATCH, values: [now, spreadMs] });
    },
    async claimDue(now, leaseMs) {
      const claimId = makeId('clm');
      const { rows } = await database.query<AccountRow & { videos: unknown; failures: number }>({
        name: 'comments-claim-poll',
        text: CLAIM,
        values: [now, claimId, leaseMs, await claimAs()],
      });
      const [row] = rows;
      if (!row) return null;
      return {
        account: toCommentAccount(row),
        claimId,
        videos: VideoStates.parse(row.videos),
        failures: row.failures,
      };
    },
    async finish({ account, claimId }, { dueAt, failures }, videos) {
      const { rowCount } = await database.query({
        name: 'comments-finish-poll',
        text: `UPDATE comment_polls
                  SET claim_id = NULL, claimed_until = NULL, due_at = $3, failures = $4, videos = coalesce($5, videos)
                WHERE channel_account_id = $1 AND claim_id = $2`,
        values: [account.id, claimId, dueAt, failures, videos === null ? null : JSON.stringify(videos)],
      });
      return rowCount > 0;
    },
    async takeTurn(gapMs) {
      const { rows } = await database.query<{ wait_ms: number }>({
        name: 'comments-take-turn',
        text: TAKE_TURN,
        values: [gapMs],
      });
      return Math.max(rows[0]?.wait_ms ?? gapMs, 0);
    },
  };
}
