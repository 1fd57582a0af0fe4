import type { Sql } from '@parley/prisma/sql';
import type { InboundItem } from '@parley/providers/inbound-item';
import type { WaitedUpdate } from '../domain/next-look.ts';
import { reviveItem } from '../domain/revive-item.ts';

type Waiting = Extract<InboundItem, { kind: 'receipt' | 'reaction' | 'watermark' | 'echo' | 'edited' | 'revoked' }>;

/** An update about a message that is not stored yet, or one that a send of ours holds up. */
export interface PendingUpdate {
  accountId: number;
  /** Of the message that it waits for; of the echo itself; empty for a watermark that names none. */
  providerMessageId: string;
  item: Waiting;
  /** The send that it waits for. */
  waitsFor?: string | null;
}

/** Keeps updates until their message is stored, or the send that they wait for is settled. */
export async function storePending(sql: Sql, updates: readonly PendingUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  await sql.query({
    name: 'inbound-store-pending',
    text: `INSERT INTO pending_updates (channel_account_id, provider_message_id, kind, item, waits_for)
           SELECT channel_account_id, provider_message_id, kind, item, waits_for
             FROM jsonb_to_recordset($1::jsonb)
                  AS u(channel_account_id int, provider_message_id text, kind text, item jsonb, waits_for bigint)`,
    values: [
      JSON.stringify(
        updates.map((update) => ({
          channel_account_id: update.accountId,
          provider_message_id: update.providerMessageId,
          kind: update.item.kind,
          item: update.item,
          waits_for: update.waitsFor ?? null,
        })),
      ),
    ],
  });
}

interface PendingRow {
  id: string;
  channel_account_id: number;
  item: Record<string, unknown>;
}

/** An update that waited, and the row id of its account. */
export interface WaitingUpdate {
  accountId: number;
  item: Waiting;
}

const toWaiting = (rows: PendingRow[]): WaitingUpdate[] =>
  rows
    .sort((a, b) => Number(a.id) - Number(b.id))
    .map((row) => ({
      accountId: row.channel_account_id,
      // safe: stored by storePending from an item of this type
      item: reviveItem(row.item) as Waiting,
    }));

interface DueRow extends PendingRow {
  created_at: Date;
  waits_for: string | null;
  is_ripe: boolean;
}

/** What a look found: updates to apply, and how many were looked at. */
export interface RipePending {
  taken: WaitingUpdate[];
  looked: number;
}

interface Look {
  /** Updates that are due by then are looked at, those that are due longest first. */
  dueBy: Date;
  /** How many are looked at. */
  limit: number;
  now: Date;
  /** Milliseconds until the next look at one that is not ripe. */
  nextLookMs(waited: WaitedUpdate): number;
}

/**
 * Takes those of the due updates whose message is here now, or whose send is settled: they are gone with the
 * transaction's commit. The others are looked at again later. Two replicas never look at the same one. An echo waits for
 * a send of unknown outcome only until the time to settle it has passed, by `now`.
 */
export async function takeRipePending(sql: Sql, { dueBy, limit, now, nextLookMs }: Look): Promise<RipePending> {
  const { rows } = await sql.query<DueRow>({
    name: 'inbound-look-at-pending',
    text: `SELECT p.id, p.channel_account_id, p.item, p.created_at, p.waits_for,
                  CASE WHEN p.waits_for IS NULL THEN messaging_find(p.channel_account_id, p.provider_message_id) IS NOT NULL
                       ELSE NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = p.waits_for AND m.status IN ('sending', 'unknown')
                                           AND (p.kind <> 'echo' OR m.status = 'sending' OR m.settle_by >= $3)) END AS is_ripe
             FROM pending_updates p WHERE p.look_at <= $1
            ORDER BY p.look_at, p.id LIMIT $2 FOR UPDATE OF p SKIP LOCKED`,
    values: [dueBy, limit, now],
  });
  const ripe = rows.filter((row) => row.is_ripe);
  const unripe = rows.filter((row) => !row.is_ripe);
  if (ripe.length > 0)
    await sql.query({
      name: 'inbound-take-pending',
      text: 'DELETE FROM pending_updates WHERE id = ANY ($1)',
      values: [ripe.map(({ id }) => id)],
    });
  if (unripe.length > 0)
    await sql.query({
      name: 'inbound-postpone-pending',
      text: `UPDATE pending_updates p SET look_at = u.look_at
               FROM unnest($1::bigint[], $2::timestamptz[]) AS u(id, look_at) WHERE p.id = u.id`,
      values: [
        unripe.map(({ id }) => id),
        unripe.map((row) => {
          const ageMs = now.getTime() - row.created_at.getTime();
          return new Date(now.getTime() + nextLookMs({ ageMs, waitsForSend: row.waits_for !== null }));
        }),
      ],
    });
  return { taken: toWaiting(ripe), looked: rows.length };
}

/** Takes the updates about these messages, oldest first. */
export async function takePendingOf(
  sql: Sql,
  messages: readonly { accountId: number; providerMessageId: string }[],
): Promise<WaitingUpdate[]> {
  const { rows } = await sql.query<PendingRow>({
    name: 'inbound-take-pending-of',
    text: `DELETE FROM pending_updates p USING unnest($1::int[], $2::text[]) AS m(account, message)
            WHERE p.channel_account_id = m.account AND p.provider_message_id = m.message AND p.waits_for IS NULL
           RETURNING p.id, p.channel_account_id, p.item`,
    values: [messages.map(({ accountId }) => accountId), messages.map(({ providerMessageId }) => providerMessageId)],
  });
  return toWaiting(rows);
}

/** Removes what waited in vain, a batch: updates about messages that other systems sent. Answers how many. */
export async function dropPendingBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.query({
    name: 'inbound-drop-pending',
    text: `DELETE FROM pending_updates WHERE id IN (
             SELECT id FROM pending_updates WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    values: [before, limit],
  });
  return rowCount;
}

/**
 * Removes the oldest updates of accounts of which more than `cap` wait for a message, at most `limit` an account. Answers
 * how many by account.
 */
export async function dropPendingBeyond(sql: Sql, cap: number, limit: number): Promise<Map<number, number>> {
  const { rows } = await sql.query<{ account: number; dropped: number }>({
    name: 'inbound-drop-pending-beyond',
    text: `WITH gone AS (
             DELETE FROM pending_updates WHERE id IN (
               SELECT beyond.id FROM channel_accounts a CROSS JOIN LATERAL (
                 SELECT p.id FROM pending_updates p WHERE p.channel_account_id = a.id AND p.waits_for IS NULL
                  ORDER BY p.id DESC OFFSET $1 LIMIT $2) AS beyond)
             RETURNING channel_account_id)
           SELECT channel_account_id AS account, count(*)::int AS dropped FROM gone GROUP BY 1`,
    values: [cap, limit],
  });
  return new Map(rows.map(({ account, dropped }) => [account, dropped]));
}
