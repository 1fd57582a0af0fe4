import { at } from '@parley/common/at';
import { makeId } from '@parley/common/ids';
import { AT_ONCE, defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { ACCOUNT, ACCOUNT_COLUMNS } from '../accounts/account.store.ts';
import type { ClaimedPoll, NextPoll } from './poll.rules.ts';
import { VideoStates } from './scan.rules.ts';

/** A new connection resets the start: older comments are not fetched. */
const upsertPolls = defineStatement({
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

/**
 * Adds polls of newly connected accounts, each first due within `spreadMs`, and removes those of disconnected ones.
 * `now` is the caller's here and below, so that a clock can be simulated.
 */
export async function matchPolls(sql: Sql, now: Date, spreadMs: number): Promise<void> {
  await upsertPolls.run(sql, { now, spreadMs });
}

/** At once when there are accounts of TikTok, or polls of former ones. */
export const findTikTok = defineDue({
  name: 'comments.find-tiktok',
  text: `SELECT coalesce(
           (SELECT ${AT_ONCE} FROM channel_accounts WHERE channel = 'tt' ORDER BY external_id LIMIT 1),
           (SELECT ${AT_ONCE} FROM comment_polls ORDER BY channel_account_id LIMIT 1)) AS due_at`,
});

/** When the next account is due or a claim expires; null: there is none. */
export const findDueAt = defineDue({
  name: 'comments.find-due-poll',
  text: `SELECT min(greatest(due_at, claimed_until)) AS due_at
           FROM (SELECT due_at, claimed_until FROM comment_polls ORDER BY due_at LIMIT 100) first`,
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

/** Claims the account that has been due for longest, under the number of a worker. */
export async function claimDuePoll(
  sql: Sql,
  { now, leaseMs, holder }: { now: Date; leaseMs: number; holder: number | null },
): Promise<ClaimedPoll | null> {
  const claimId = makeId('clm');
  const claimed = await claimPoll.first(sql, {
    now,
    claimId,
    claimedUntil: new Date(now.getTime() + leaseMs),
    holder,
  });
  if (!claimed) return null;
  const { videos, failures, ...account } = claimed;
  return { account, claimId, videos: VideoStates.parse(videos), failures };
}

const releaseClaim = defineStatement({
  name: 'comments.finish-poll',
  text: `UPDATE comment_polls
            SET claim_id = NULL, claimed_until = NULL, due_at = $3, failures = $4, videos = coalesce($5, videos)
          WHERE channel_account_id = $1 AND claim_id = $2`,
  params: { accountId: 'int4', claimId: 'text', dueAt: 'timestamptz', failures: 'int4', videos: 'jsonb?' },
});

/** Releases the claim; false when it was lost. Null `videos` keeps their stored state. */
export async function finishPoll(
  sql: Sql,
  { account, claimId }: ClaimedPoll,
  { dueAt, failures }: NextPoll,
  videos: VideoStates | null,
): Promise<boolean> {
  return (await releaseClaim.run(sql, { accountId: account.id, claimId, dueAt, failures, videos })) > 0;
}

/** Uses the database's clock, so that replicas with different clocks share one rate. */
const reserveSlot = defineStatement({
  name: 'comments.take-turn',
  text: `
  UPDATE comment_pace SET free_at = greatest(free_at, clock_timestamp()) + $1::float8 * interval '1 millisecond' WHERE id = 1
  RETURNING (extract(epoch FROM free_at - clock_timestamp()) * 1000 - $1::float8)::float8 AS wait_ms`,
  params: { gapMs: 'float8' },
  row: { waitMs: 'float8!' },
});

/** Reserves the next free slot of the app's rate limit, across all replicas; returns the wait in ms. */
export async function takeTurn(sql: Sql, gapMs: number): Promise<number> {
  return Math.max(at(await reserveSlot.all(sql, { gapMs }), 0).waitMs, 0);
}
