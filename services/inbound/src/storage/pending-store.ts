import type { Sql } from '@parley/prisma/sql';
import type { InboundItem } from '@parley/providers/inbound-item';

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
  // safe to read as Waiting but for its times, which JSON holds as text
  item: Omit<Waiting, 'at' | 'until'> & { at: string; until?: string | null };
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
      item: {
        ...row.item,
        at: new Date(row.item.at),
        ...(row.item.kind === 'watermark' ? { until: row.item.until ? new Date(row.item.until) : null } : {}),
      } as Waiting,
    }));

/**
 * Takes the updates whose message is here now, or whose send is settled, oldest first, among those that came after
 * `since`: they are gone with the transaction's commit. Two replicas never take the same one. An echo waits for a send
 * of unknown outcome only until the time to settle it has passed, by `now`.
 */
export async function takeRipePending(sql: Sql, since: Date, limit: number, now: Date): Promise<WaitingUpdate[]> {
  const { rows } = await sql.query<PendingRow>({
    name: 'inbound-take-pending',
    text: `DELETE FROM pending_updates WHERE id IN (
             SELECT p.id FROM pending_updates p
              WHERE p.created_at >= $1
                AND CASE WHEN p.waits_for IS NULL THEN messaging_find(p.channel_account_id, p.provider_message_id) IS NOT NULL
                         ELSE NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = p.waits_for AND m.status IN ('sending', 'unknown')
                                             AND (p.kind <> 'echo' OR m.status = 'sending' OR m.settle_by >= $3)) END
              ORDER BY p.id LIMIT $2 FOR UPDATE SKIP LOCKED)
           RETURNING id, channel_account_id, item`,
    values: [since, limit, now],
  });
  return toWaiting(rows);
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

/** Removes what waited in vain: updates about messages that other systems sent. */
export async function dropPendingBefore(sql: Sql, before: Date): Promise<number> {
  const { rowCount } = await sql.query({
    name: 'inbound-drop-pending',
    text: 'DELETE FROM pending_updates WHERE created_at < $1',
    values: [before],
  });
  return rowCount;
}
