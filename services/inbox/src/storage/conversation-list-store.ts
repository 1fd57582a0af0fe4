import { CHANNELS, type Channel } from '@parley/common/channels';
import type { ConversationFilter } from '@parley/common/contracts/operator/conversations';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { Activity, ConversationPage } from '../domain/activity.ts';
import { queryOf, soughtPersonOf } from '../domain/search-words.ts';
import { slotOf } from './activity-slot.ts';
import { CONVERSATION, JOINED, type StoredConversation, VIEWED } from './conversation-view.ts';

/** Rows that a page examines when the filter has no index (docs/reference/operator-api.md#filters). */
export const MAX_LOOKED = 10_000;

/**
 * A filter on columns without an index: an index for each would make every message update all indexes (ADR 5). The
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

/** Sorts after every conversation, and before. */
const LATEST = { activeBefore: new Date('9999-12-31T00:00:00Z'), idBefore: 0 };
const EARLIEST = { activeFrom: new Date(0), idFrom: 0 };

/** The filter of a list, and its bounds for a key. */
export type ListFilter = ConversationFilter & {
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
