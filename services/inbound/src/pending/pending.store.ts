import { at } from '@parley/common/at';
import { AT_ONCE, defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { json } from '@parley/database/statements/column';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { findMessageIds } from '@parley/messaging/people/find-message-ids';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { type PendingFacts, reviveItem } from './pending.rules.ts';

type Waiting = Extract<InboundItem, { kind: 'receipt' | 'reaction' | 'watermark' | 'echo' | 'edited' | 'revoked' }>;

/** An update that waits for a message that is not stored yet, or for an unsettled send. */
export interface PendingUpdate {
  accountId: number;
  /** Id of the awaited message; for an echo its own id; empty for a watermark that names none. */
  providerMessageId: string;
  item: Waiting;
  /** The awaited send. */
  waitsFor?: string | null;
}

/** A waiting update, and the row id of its account. */
export interface WaitingUpdate {
  accountId: number;
  item: Waiting;
}

/** An update that is due for a check. */
export interface DueUpdate extends PendingFacts {
  id: string;
  createdAt: Date;
}

const insertPending = defineBatchStatement({
  name: 'inbound.insert-pending',
  plan: 'index',
  text: `INSERT INTO pending_updates (channel_account_id, provider_message_id, kind, item, waits_for)
         SELECT * FROM unnest($1::int4[], $2::text[], $3::text[], $4::jsonb[], $5::int8[])`,
  items: { accountId: 'int4', providerMessageId: 'text', kind: 'text', item: 'jsonb', waitsFor: 'int8?' },
});

const lockDue = defineStatement({
  name: 'inbound.lock-due-pending',
  plan: 'index',
  text: `SELECT p.id, p.channel_account_id, p.provider_message_id, p.kind, p.waits_for, p.created_at
           FROM pending_updates p WHERE p.look_at <= $1 ORDER BY p.look_at, p.id LIMIT $2::int4 FOR UPDATE OF p SKIP LOCKED`,
  params: { dueBy: 'timestamptz', limit: 'int4' },
  row: {
    id: 'int8',
    channelAccountId: 'int4',
    providerMessageId: 'text',
    kind: 'text',
    waitsFor: 'int8?',
    createdAt: 'timestamptz',
  },
});

const selectAwaitedSends = defineStatement({
  name: 'inbound.select-awaited-sends',
  plan: 'index',
  text: 'SELECT m.id, m.status, m.settle_by FROM messages m WHERE m.id = ANY ($1)',
  params: { ids: 'int8[]' },
  row: { id: 'int8', status: 'text', settleBy: 'timestamptz?' },
});

/** Items are only written from {@link PendingUpdate}s. */
const TAKEN = { accountId: 'int4', item: json<Record<string, unknown>>() } as const;

const deletePending = defineStatement({
  name: 'inbound.delete-pending',
  plan: 'index',
  text: `WITH gone AS (DELETE FROM pending_updates WHERE id = ANY ($1) RETURNING id, channel_account_id AS account_id, item)
         SELECT account_id, item FROM gone ORDER BY id`,
  params: { ids: 'int8[]' },
  row: TAKEN,
});

const deletePendingOf = defineBatchStatement({
  name: 'inbound.delete-pending-of',
  plan: 'index',
  text: `WITH gone AS (
           DELETE FROM pending_updates p USING unnest($1::int4[], $2::text[]) AS m(account, message)
            WHERE p.channel_account_id = m.account AND p.provider_message_id = m.message AND p.waits_for IS NULL
           RETURNING p.id, p.channel_account_id AS account_id, p.item)
         SELECT account_id, item FROM gone ORDER BY id`,
  items: { accountId: 'int4', providerMessageId: 'text' },
  row: TAKEN,
});

const updateLooks = defineBatchStatement({
  name: 'inbound.postpone-pending',
  plan: 'index',
  text: (items) => `UPDATE pending_updates p SET look_at = u.look_at
           FROM ${items.as('u')} WHERE p.id = u.id`,
  items: { id: 'int8', lookAt: 'timestamptz' },
});

const deleteBefore = defineStatement({
  name: 'inbound.delete-pending-before',
  text: `DELETE FROM pending_updates WHERE id IN (
           SELECT id FROM pending_updates WHERE created_at < $1 ORDER BY created_at LIMIT $2::int4 FOR UPDATE SKIP LOCKED)`,
  params: { before: 'timestamptz', limit: 'int4' },
});

const deleteBeyond = defineStatement({
  name: 'inbound.delete-pending-beyond',
  text: `WITH gone AS (
           DELETE FROM pending_updates WHERE id IN (
             SELECT beyond.id FROM channel_accounts a CROSS JOIN LATERAL (
               SELECT p.id FROM pending_updates p WHERE p.channel_account_id = a.id AND p.waits_for IS NULL
                ORDER BY p.id DESC OFFSET $1::int4 LIMIT $2::int4) AS beyond)
           RETURNING channel_account_id)
         SELECT channel_account_id AS account_id, count(*)::int4 AS dropped FROM gone GROUP BY 1`,
  params: { cap: 'int4', limit: 'int4' },
  row: { accountId: 'int4', dropped: 'int4!' },
});

/** Stores updates until their message is stored, or their send is settled. */
export async function storePending(sql: Sql, updates: readonly PendingUpdate[]): Promise<void> {
  const rows = updates.map((update) => ({ ...update, kind: update.item.kind, waitsFor: update.waitsFor ?? null }));
  await insertPending.run(sql, rows, {});
}

// safe: stored by storePending from an item of this type
const toWaiting = ({ accountId, item }: { accountId: number; item: Record<string, unknown> }): WaitingUpdate => ({
  accountId,
  item: reviveItem(item) as Waiting,
});

/**
 * Locks the due updates, longest due first, and loads the state of what they wait for. Two replicas never lock the same
 * one.
 */
export async function lockDuePending(sql: Sql, dueBy: Date, limit: number): Promise<DueUpdate[]> {
  const due = await lockDue.all(sql, { dueBy, limit });
  const forMessage = due.filter(({ waitsFor }) => waitsFor === null);
  const messageIds = await findMessageIds(sql, forMessage);
  const here = new Set(forMessage.filter((_, index) => at(messageIds, index) !== null).map(({ id }) => id));
  const sendIds = [...new Set(due.flatMap(({ waitsFor }) => waitsFor ?? []))];
  const sends = sendIds.length === 0 ? [] : await selectAwaitedSends.all(sql, { ids: sendIds });
  const sendOf = new Map(sends.map((send) => [send.id, send]));
  return due.map(({ id, kind, waitsFor, createdAt }) => ({
    id,
    kind,
    waitsFor,
    createdAt,
    isMessageHere: here.has(id),
    send: sendOf.get(waitsFor ?? '') ?? null,
  }));
}

/** When the next update is due; null when none waits. */
export const findNextLook = defineDue({
  name: 'inbound.find-next-look',
  text: 'SELECT look_at AS due_at FROM pending_updates ORDER BY look_at, id LIMIT 1',
});

/** At once when updates wait or elements are in quarantine: both have bounds. */
export const findBounded = defineDue({
  name: 'inbound.find-bounded',
  text: `SELECT coalesce(
           (SELECT ${AT_ONCE} FROM pending_updates ORDER BY id LIMIT 1),
           (SELECT ${AT_ONCE} FROM quarantined_elements ORDER BY id LIMIT 1)) AS due_at`,
});

/** Deletes updates and returns them, oldest first. */
export async function takePending(sql: Sql, ids: readonly string[]): Promise<WaitingUpdate[]> {
  return ids.length === 0 ? [] : (await deletePending.all(sql, { ids: [...ids] })).map(toWaiting);
}

/** Postpones updates. */
export const postponePending = (sql: Sql, looks: readonly { id: string; lookAt: Date }[]): Promise<number> =>
  updateLooks.run(sql, looks, {});

/** Deletes and returns the updates about these messages, oldest first. */
export const takePendingOf = async (
  sql: Sql,
  messages: readonly { accountId: number; providerMessageId: string }[],
): Promise<WaitingUpdate[]> => (await deletePendingOf.all(sql, messages, {})).map(toWaiting);

/** Deletes a batch of expired updates about messages of other systems. Returns the number of deleted rows. */
export const dropPendingBefore = (sql: Sql, before: Date, limit: number): Promise<number> =>
  deleteBefore.run(sql, { before, limit });

/**
 * Deletes the oldest updates of accounts with more than `cap` updates that wait for a message, at most `limit` per
 * account. Returns the deleted number by account.
 */
export async function dropPendingBeyond(sql: Sql, cap: number, limit: number): Promise<Map<number, number>> {
  const rows = await deleteBeyond.all(sql, { cap, limit });
  return new Map(rows.map(({ accountId, dropped }) => [accountId, dropped]));
}
