import { CHANNELS, type Channel } from '@parley/common/channels';
import {
  type ConversationFilter,
  ConversationStatus,
  SHOWN_CHARACTERS,
} from '@parley/common/contracts/operator/conversations';
import { ORIGINS } from '@parley/common/events';
import type { Handover } from '@parley/common/messages/thread-owner';
import type { Sql } from '@parley/database/sql';
import { json, oneOf, orNull, type RowOf } from '@parley/database/statements/column';
import { defineCursor } from '@parley/database/statements/list-cursor';
import { defineStatement } from '@parley/database/statements/statement';
import { queryOf, soughtPersonOf } from '../search/search-words.rules.ts';

export const CONVERSATION = {
  id: 'int4',
  channel: oneOf(...CHANNELS),
  peer: 'text',
  contactId: 'int4',
  status: oneOf(...ConversationStatus.options),
  isSnoozed: 'bool',
  snoozedUntil: 'timestamptz?',
  assignee: 'text?',
  team: 'jsonb?',
  bot: oneOf('on', 'paused'),
  labels: 'jsonb!',
  unread: 'int4',
  contactName: 'text?',
  lastInboundAt: 'timestamptz?',
  lastMessageAt: 'timestamptz',
  createdAt: 'timestamptz',
  externalId: 'text',
  number: 'text?',
  accountName: 'text',
  lastDirection: orNull(oneOf('in', 'out')),
  lastOrigin: orNull(oneOf('customer', ...ORIGINS)),
  lastSentBy: 'text?',
  lastText: 'text?',
  lastContent: 'jsonb?',
  lastStatus: 'text?',
  lastErrorCode: 'text?',
  lastAt: 'timestamptz?',
  commentText: 'text?',
  commentedAt: 'timestamptz?',
  isAnswered: 'bool?',
  isShared: 'bool!',
  threadOwner: orNull(oneOf('ours', 'theirs', 'idle')),
  threadOwnerAt: 'timestamptz?',
  handover: orNull(json<Handover>()),
} as const;

/** The columns of a conversation `c` for operators. PostgreSQL counts characters, so that none is split. */
export const VIEWED = `c.id, c.channel, c.peer, c.contact_id, c.status, c.is_snoozed, c.snoozed_until, c.assignee,
         (SELECT jsonb_build_object('id', e.team_id, 'name', e.name) FROM teams e WHERE e.id = c.team_row) AS team, c.bot,
         (SELECT coalesce(jsonb_agg((SELECT jsonb_build_object('id', e.label_id, 'title', e.title, 'color', e.color)
                                       FROM labels e WHERE e.id = t.label_row)), '[]')
            FROM conversation_labels t WHERE t.conversation_id = c.id) AS labels,
         c.unread, p.name AS contact_name,
         greatest(c.last_inbound_at, c.last_call_at) AS last_inbound_at, c.last_message_at, c.created_at, a.external_id, a.number, a.name AS account_name,
         m.direction AS last_direction, m.origin AS last_origin, m.sent_by AS last_sent_by, m.shown AS last_text, m.content AS last_content, m.status AS last_status, m.error_code AS last_error_code, m.happened_at AS last_at,
         o.shown AS comment_text, o.created_at AS commented_at, o.is_answered,
         a.shared_since IS NOT NULL AS is_shared, c.thread_owner, c.thread_owner_at, c.handover`;

/**
 * Each is one index look-up: the last message, or comment, is the newest row of its conversation, whatever happens to
 * it later (ADR 19). Scheduled messages are left out.
 */
export const JOINED = `
         CROSS JOIN LATERAL (SELECT e.name FROM contacts e WHERE e.id = c.contact_id LIMIT 1) p
         CROSS JOIN LATERAL (SELECT e.external_id, e.number, e.name, e.shared_since FROM channel_accounts e WHERE e.id = c.channel_account_id LIMIT 1) a
          LEFT JOIN LATERAL (
            SELECT e.direction, e.origin, e.extra ->> 'member' AS sent_by, e.status, e.error ->> 'code' AS error_code, e.happened_at,
                   CASE WHEN e.revoked_at IS NULL THEN left(e.text, ${SHOWN_CHARACTERS}) ELSE '' END AS shown,
                   CASE WHEN e.revoked_at IS NULL AND e.text = '' THEN jsonb_build_object('file', e.attachments -> 0 -> 'type',
                     'content', e.extra -> 'content', 'isTemplate', e.template IS NOT NULL) END AS content
              FROM messages e WHERE e.conversation_id = c.id AND e.status <> 'scheduled' ORDER BY e.id DESC LIMIT 1) m ON true
          LEFT JOIN LATERAL (
            SELECT e.created_at, e.replied_at IS NOT NULL AS is_answered,
                   CASE WHEN e.removed_at IS NULL THEN left(e.text, ${SHOWN_CHARACTERS}) ELSE '' END AS shown
              FROM comments e WHERE e.conversation_id = c.id ORDER BY e.id DESC LIMIT 1) o ON true`;

type StoredConversation = RowOf<typeof CONVERSATION>;

const find = defineStatement({
  name: 'inbox.show-conversation',
  text: `SELECT ${VIEWED} FROM conversations c ${JOINED} WHERE c.tenant_id = $1 AND c.id = $2`,
  params: { tenantId: 'int4', id: 'int4' },
  row: CONVERSATION,
});

/** The tenant's conversation as operators see it, or null. */
export const findShown = (sql: Sql, tenantId: number, id: number): Promise<StoredConversation | null> =>
  find.first(sql, { tenantId, id });

/**
 * SQL for `conversations.active_slot` of a time: the indexed value for the list by activity and the search for silent
 * conversations.
 */
export const slotOf = (moment: string): string => `date_bin('10 minutes', ${moment}, '2000-01-01 00:00:00+00')`;

/** Rows that a page examines when the filter has no index (docs/reference/operator-api.md#filters). */
export const MAX_LOOKED = 10_000;

/**
 * A filter on columns without an index: an index for each would make every message update all indexes (ADR 19). The
 * activity index gives the order, and the end of the examined range is found first, so that no page reads more than
 * that.
 */
const FILTERED = `c.tenant_id = $1 AND c.active_slot >= ${slotOf('$4')}
     AND (c.active_slot, c.last_message_at, c.id) < (${slotOf('$2')}, $2, $3) AND (c.last_message_at, c.id) >= ($4, $5)
     AND c.channel = ANY ($6) AND ($7::text IS NULL OR CASE WHEN c.is_snoozed THEN 'snoozed' ELSE c.status END = $7)
     AND ($8::text IS NULL OR c.channel_account_id = ANY (ARRAY(SELECT e.id FROM channel_accounts e WHERE e.tenant_id = $1 AND e.external_id = $8)))
     AND ($9::text IS NULL OR coalesce(c.assignee, 'none') = $9
          OR c.team_row = (SELECT e.id FROM teams e WHERE e.tenant_id = $1 AND e.team_id = $9)) AND ($10::bool IS NULL OR (c.unread > 0) = $10)
     AND ($11::text IS NULL OR strpos(lower(c.peer), lower($11)) > 0
          OR (SELECT e.words @@ ($12::text)::tsquery OR strpos(lower(concat_ws(' ', e.name, e.username, e.phone)), lower($11)) > 0
                FROM contacts e WHERE e.id = c.contact_id))
     AND ($14::text IS NULL OR (SELECT true FROM conversation_labels t WHERE t.conversation_id = c.id
            AND t.label_row = (SELECT e.id FROM labels e WHERE e.tenant_id = $1 AND e.label_id = $14) LIMIT 1))
     AND ($15::text IS NULL OR c.peer = $15)
     AND ($16::bool IS NULL OR (c.status = 'open' AND NOT c.is_snoozed AND coalesce((SELECT e.direction = 'in' FROM messages e
            WHERE e.conversation_id = c.id AND e.status <> 'scheduled' ORDER BY e.id DESC LIMIT 1), false)) = $16)`;
const NEWEST_FIRST = 'c.active_slot DESC, c.last_message_at DESC, c.id DESC';
const GIVEN = {
  tenantId: 'int4',
  activeBefore: 'timestamptz',
  idBefore: 'int4',
  activeFrom: 'timestamptz',
  idFrom: 'int4',
  channels: 'text[]',
  status: 'text?',
  account: 'text?',
  assignee: 'text?',
  unread: 'bool?',
  q: 'text?',
  query: 'text?',
  limit: 'int8',
  label: 'text?',
  peer: 'text?',
  waiting: 'bool?',
} as const;

const listPage = defineStatement({
  name: 'inbox.list-conversations',
  plan: 'index',
  text: `SELECT ${VIEWED} FROM conversations c ${JOINED} WHERE ${FILTERED} ORDER BY ${NEWEST_FIRST} LIMIT $13`,
  params: GIVEN,
  row: CONVERSATION,
});

const findPage = defineStatement({
  name: 'inbox.find-conversations',
  plan: 'index',
  text: `SELECT c.id, c.last_message_at FROM conversations c WHERE ${FILTERED} ORDER BY ${NEWEST_FIRST} LIMIT $13`,
  params: GIVEN,
  row: { id: 'int4', lastMessageAt: 'timestamptz' },
});

const findLast = defineStatement({
  name: 'inbox.find-last-looked',
  plan: 'index',
  text: `SELECT c.id, c.last_message_at FROM conversations c
          WHERE c.tenant_id = $1 AND (c.active_slot, c.last_message_at, c.id) < (${slotOf('$2')}, $2, $3)
          ORDER BY ${NEWEST_FIRST} OFFSET $4 LIMIT 1`,
  params: { tenantId: 'int4', activeBefore: 'timestamptz', idBefore: 'int4', skipped: 'int8' },
  row: { id: 'int4', lastMessageAt: 'timestamptz' },
});

/** A position in the list of conversations, newest activity first. */
export interface Activity {
  activeMs: number;
  id: number;
}

interface ConversationPage<Row> {
  rows: Row[];
  /** Start of the next page; null at the end. */
  next: Activity | null;
}

export const BY_ACTIVITY = defineCursor('conversation', { activeMs: 'ms', id: 'int4' });

/** Sorts after every conversation, and before. */
const LATEST = { activeBefore: new Date('9999-12-31T00:00:00Z'), idBefore: 0 };
const EARLIEST = { activeFrom: new Date(0), idFrom: 0 };

/** The filter of a list, and its bounds for a key. */
type ListFilter = ConversationFilter & {
  /** The channels that the reader may use; absent: every channel. */
  channels?: readonly Channel[] | undefined;
  peer?: string | undefined;
  /** Whether it is open and its last message is the customer's. */
  waiting?: boolean | undefined;
};

const isOfEvery = (filter: ListFilter): boolean => Object.values(filter).every((wanted) => wanted === undefined);
const activityOf = ({ id, lastMessageAt }: { id: number; lastMessageAt: Date }): Activity => ({
  activeMs: lastMessageAt.getTime(),
  id,
});

/** Reads a page of conversations of a filter. */
function makeFindPage<Row extends { id: number; lastMessageAt: Date }>(
  read: (sql: Sql, given: Parameters<typeof listPage.all>[1]) => Promise<Row[]>,
) {
  return async (
    sql: Sql,
    tenantId: number,
    filter: ListFilter,
    { before, count, maxLooked = MAX_LOOKED }: { before: Activity | null; count: number; maxLooked?: number },
  ): Promise<ConversationPage<Row>> => {
    const from = before ? { activeBefore: new Date(before.activeMs), idBefore: before.id } : LATEST;
    const last = isOfEvery(filter)
      ? null
      : await findLast.first(sql, { tenantId, ...from, skipped: String(maxLooked - 1) });
    const found = await read(sql, {
      tenantId,
      ...from,
      ...(last ? { activeFrom: last.lastMessageAt, idFrom: last.id } : EARLIEST),
      channels: (filter.channels ?? CHANNELS).filter((channel) => channel === (filter.channel ?? channel)),
      status: filter.status ?? null,
      account: filter.account ?? null,
      assignee: filter.assignee ?? null,
      unread: filter.unread ?? null,
      q: filter.q ?? null,
      query: filter.q === undefined ? null : queryOf(tenantId, soughtPersonOf(filter.q)),
      limit: String(count + 1),
      label: filter.label ?? null,
      peer: filter.peer ?? null,
      waiting: filter.waiting ?? null,
    });
    const rows = found.slice(0, count);
    const end = found.length > count ? rows.at(-1) : last;
    return { rows, next: end ? activityOf(end) : null };
  };
}

/** Filtered conversations as operators see them, newest activity first. */
export const findShownPage = makeFindPage<StoredConversation>(listPage.all);

/** The ids of the same conversations. */
export const findIdPage = makeFindPage(findPage.all);
