import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import { makeId } from '@parley/common/ids';
import type { Database } from '@parley/prisma/connect-database';
import type { Sql } from '@parley/prisma/sql';
import { z } from 'zod';
import type { CommentAccount } from '../domain/comment.ts';
import { type AccountRow, toCommentAccount } from './account-store.ts';

const Counts = z.record(z.string(), z.number());

/** An account whose comments are being fetched; every write is fenced by the claim. */
export interface ClaimedPoll {
  account: CommentAccount;
  claimId: string;
  /** Comments up to here have been stored. */
  watermark: Date;
  /** How many comments each video had. */
  counts: Record<string, number>;
  failures: number;
}

/** How far a poll came. */
export interface PollProgress {
  watermark: Date;
  counts: Record<string, number>;
}

export interface NextPoll {
  dueAt: Date;
  failures: number;
}

/** Which accounts are fetched, by whom, and when (times are the caller's, so that a clock can be simulated). */
export interface PollStore {
  /** Begins polls of accounts that were connected, forgets those of accounts that are connected no more. */
  matchAccounts(now: Date, intervalMs: number): Promise<void>;
  /** The longest due accounts that nobody else fetches. */
  claimDue(now: Date, leaseMs: number, limit: number): Promise<ClaimedPoll[]>;
  /** Gives it back; false when the claim was no longer ours. `progress` is what was stored. */
  finish(claimed: ClaimedPoll, next: NextPoll, progress: PollProgress | null): Promise<boolean>;
  /** How many replies were known of these comments. */
  repliesSeen(accountId: number, commentIds: readonly string[]): Promise<Map<string, number>>;
  rememberReplies(accountId: number, seen: ReadonlyMap<string, number>): Promise<void>;
  /** Comments of a video, created from a moment to another, that stand here and are not among those listed. */
  findAbsent(given: {
    accountId: number;
    videoId: string;
    from: Date;
    to: Date;
    listed: readonly string[];
  }): Promise<string[]>;
}

const SPREAD = `make_interval(secs => random() * $2::double precision / 1000)`;

/** A new connection is another beginning: what was written before it is not fetched. */
const MATCH = `
  WITH gone AS (
    DELETE FROM comment_polls p USING channel_accounts a
     WHERE a.id = p.channel_account_id AND (a.status <> 'connected' OR a.connected_at <> p.connected_at)
  )
  INSERT INTO comment_polls (channel_account_id, tenant_id, connected_at, watermark, due_at)
  SELECT a.id, a.tenant_id, a.connected_at, a.connected_at, $1::timestamptz + ${SPREAD}
    FROM channel_accounts a WHERE a.channel = 'tt' AND a.status = 'connected'
  ON CONFLICT (channel_account_id) DO NOTHING`;

const CLAIM = `
  WITH due AS (
    SELECT p.channel_account_id FROM comment_polls p
      JOIN channel_accounts a ON a.id = p.channel_account_id AND a.status = 'connected' AND a.connected_at = p.connected_at
     WHERE p.due_at <= $1 AND (p.claimed_until IS NULL OR p.claimed_until < $1)
     ORDER BY p.due_at LIMIT $4 FOR UPDATE OF p SKIP LOCKED
  )
  UPDATE comment_polls p SET claim_id = $2, claimed_until = $1::timestamptz + $3 * interval '1 millisecond'
    FROM due, channel_accounts a
   WHERE p.channel_account_id = due.channel_account_id AND a.id = p.channel_account_id
  RETURNING a.id, a.tenant_id, a.channel, a.external_id, a.name, a.credentials, a.connected_at,
            p.watermark, p.video_counts, p.failures`;

export function makePollStore(database: Pick<Database, 'query'> & Sql): PollStore {
  return {
    async matchAccounts(now, intervalMs) {
      await database.query({ name: 'comments-match-polls', text: MATCH, values: [now, intervalMs] });
    },
    async claimDue(now, leaseMs, limit) {
      const claimId = makeId('clm');
      const { rows } = await database.query<AccountRow & { watermark: Date; video_counts: unknown; failures: number }>({
        name: 'comments-claim-polls',
        text: CLAIM,
        values: [now, claimId, leaseMs, limit],
      });
      return rows.map((row) => ({
        account: toCommentAccount(row),
        claimId,
        watermark: row.watermark,
        counts: Counts.parse(row.video_counts),
        failures: row.failures,
      }));
    },
    async finish({ account, claimId }, { dueAt, failures }, progress) {
      const { rowCount } = await database.query({
        name: 'comments-finish-poll',
        text: `UPDATE comment_polls
                  SET claim_id = NULL, claimed_until = NULL, due_at = $3, failures = $4,
                      watermark = coalesce($5, watermark), video_counts = coalesce($6, video_counts)
                WHERE channel_account_id = $1 AND claim_id = $2`,
        values: [
          account.id,
          claimId,
          dueAt,
          failures,
          progress?.watermark ?? null,
          progress === null ? null : JSON.stringify(progress.counts),
        ],
      });
      return rowCount > 0;
    },
    async repliesSeen(accountId, commentIds) {
      const { rows } = await database.query<{ comment_id: string; replies_seen: number }>({
        name: 'comments-replies-seen',
        text: `SELECT comment_id, replies_seen FROM comments WHERE channel_account_id = $1 AND comment_key = ANY ($2)`,
        values: [accountId, commentIds],
      });
      return new Map(rows.map((row) => [row.comment_id, row.replies_seen]));
    },
    async rememberReplies(accountId, seen) {
      await database.query({
        name: 'comments-remember-replies',
        text: `UPDATE comments c SET replies_seen = s.replies FROM unnest($2::text[], $3::int[]) AS s(comment_id, replies)
                WHERE c.channel_account_id = $1 AND c.comment_key = s.comment_id`,
        values: [accountId, [...seen.keys()], [...seen.values()]],
      });
    },
    async findAbsent({ accountId, videoId, from, to, listed }) {
      const { rows } = await database.query<{ comment_id: CommentChange['comment_id'] }>({
        name: 'comments-find-absent',
        text: `SELECT comment_id FROM comments
                WHERE channel_account_id = $1 AND post_id = $2 AND parent_id IS NULL AND removed_at IS NULL
                  AND created_at >= $3 AND created_at < $4 AND comment_key <> ALL ($5)`,
        values: [accountId, videoId, from, to, listed],
      });
      return rows.map((row) => row.comment_id);
    },
  };
}
