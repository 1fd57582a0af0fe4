import { CHANNELS } from '@parley/common/channels';
import { oneOf, type RowOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

const LABELLED = {
  conversationId: 'int4',
  channel: oneOf(...CHANNELS),
  name: 'text?',
  peer: 'text',
  lastMessageAt: 'timestamptz',
} as const;
type Labelled = RowOf<typeof LABELLED>;

/** Larger than any row id. */
const LAST_ID = 2_147_483_647;

/** Of each label at most one page is read, from its own range of the index. */
const find = defineStatement({
  name: 'inbox.search-labelled',
  plan: 'index',
  text: `WITH page AS MATERIALIZED (
           SELECT DISTINCT f.conversation_id AS id
             FROM labels e
            CROSS JOIN LATERAL (SELECT t.conversation_id FROM conversation_labels t
                                 WHERE t.label_row = e.id AND t.conversation_id < $3
                                 ORDER BY t.conversation_id DESC LIMIT $4) f
            WHERE e.tenant_id = $1 AND e.label_id = ANY ($2)
            ORDER BY 1 DESC LIMIT $4)
         SELECT c.id AS conversation_id, c.channel, p.name, c.peer, c.last_message_at
           FROM page f JOIN conversations c ON c.id = f.id AND c.tenant_id = $1 JOIN contacts p ON p.id = c.contact_id
          ORDER BY c.id DESC`,
  params: { tenantId: 'int4', labelIds: 'text[]', before: 'int4', limit: 'int8' },
  row: LABELLED,
});

/** The tenant's conversations that have any of these labels, newest first, at most `limit`, older than `before`. */
export const findLabelled = (
  sql: Sql,
  {
    tenantId,
    labelIds,
    before,
    limit,
  }: { tenantId: number; labelIds: readonly string[]; before: number | null; limit: number },
): Promise<Labelled[]> =>
  find.all(sql, { tenantId, labelIds: [...labelIds], before: before ?? LAST_ID, limit: String(limit) });
