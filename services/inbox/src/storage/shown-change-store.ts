import { CHANGE_KINDS } from '@parley/common/contracts/console/conversation-changes';
import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { ShownChange } from '../domain/shown-changes.ts';

/** Changes that a thread shows at most. */
const SHOWN_MAX = 500;

const insert = defineBatchStatement({
  name: 'inbox.insert-conversation-changes',
  text: `INSERT INTO conversation_changes (conversation_id, kind, member_id, value, at)
         SELECT * FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])`,
  items: { conversationId: 'int4', kind: 'text', memberId: 'text?', value: 'text?', at: 'timestamptz' },
});

const list = defineStatement({
  name: 'inbox.list-conversation-changes',
  text: `SELECT h.id, h.kind, h.member_id, h.value, h.at
           FROM conversations c JOIN conversation_changes h ON h.conversation_id = c.id
          WHERE c.tenant_id = $1 AND c.id = $2
          ORDER BY h.id DESC LIMIT ${SHOWN_MAX}`,
  params: { tenantId: 'int4', id: 'int4' },
  row: { id: 'int8', kind: oneOf(...CHANGE_KINDS), memberId: 'text?', value: 'text?', at: 'timestamptz' },
});

/** Each is written in the transaction of its change. */
export async function writeShown(sql: Sql, changes: readonly ShownChange[]): Promise<void> {
  await insert.run(sql, changes, {});
}

/** The newest changes of a conversation of the tenant, oldest first. */
export const findShownChanges = async (sql: Sql, tenantId: number, id: number) =>
  (await list.all(sql, { tenantId, id })).reverse();
