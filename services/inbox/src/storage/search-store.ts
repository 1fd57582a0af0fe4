import { CHANNELS } from '@parley/common/channels';
import { ORIGINS } from '@parley/common/events';
import { oneOf, type RowOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { findInTwoSteps, twoSteps } from './two-step-search.ts';

const HIT = {
  messageId: 'int8',
  conversationId: 'int4',
  channel: oneOf(...CHANNELS),
  name: 'text?',
  peer: 'text',
  direction: oneOf('in', 'out'),
  origin: oneOf('customer', ...ORIGINS),
  status: 'text',
  text: 'text!',
  at: 'timestamptz',
} as const;
export type StoredHit = RowOf<typeof HIT>;

/** The columns of a message `m` in a search result. */
const SHOWN = `m.id AS message_id, m.conversation_id, m.channel, p.name, c.peer, m.direction, m.origin, m.status,
         CASE WHEN m.revoked_at IS NULL THEN m.text ELSE '' END AS text, m.happened_at AS at`;
const JOINED = 'JOIN conversations c ON c.id = m.conversation_id JOIN contacts p ON p.id = c.contact_id';
/** The messages of `page`. */
const PAGE_SHOWN = `SELECT ${SHOWN} FROM page f JOIN messages m ON m.id = f.id AND m.tenant_id = $1 ${JOINED} ORDER BY m.id DESC`;
const PAGE = { tenantId: 'int4', query: 'text', before: 'int8', limit: 'int8' } as const;

const STEPS = twoSteps({ table: 'message_words', id: 'message_id', newest: 5000 });

const findAmongNewest = defineStatement({
  name: 'inbox.search-newest',
  plan: 'index',
  text: `${STEPS.amongNewest}
         ${PAGE_SHOWN}`,
  params: PAGE,
  row: HIT,
});

const findAmongAll = defineStatement({
  name: 'inbox.search-all',
  plan: 'index',
  text: `${STEPS.amongAll}
         ${PAGE_SHOWN}`,
  params: PAGE,
  row: HIT,
});

const findById = defineStatement({
  name: 'inbox.find-message-by-id',
  text: `SELECT ${SHOWN}
           FROM (SELECT $2::int8 AS id
                  UNION
                 SELECT n.id FROM channel_accounts a JOIN messages n ON n.channel_account_id = a.id AND n.provider_message_id = $3
                  WHERE a.tenant_id = $1) f
           JOIN messages m ON m.id = f.id AND m.tenant_id = $1 ${JOINED}
          ORDER BY m.id DESC`,
  params: { tenantId: 'int4', messageId: 'int8?', providerMessageId: 'text' },
  row: HIT,
});

/** Newest first, at most `limit`, older than `before`. */
export function findHits(
  sql: Sql,
  given: { tenantId: number; query: string; before: string; limit: number },
): Promise<StoredHit[]> {
  const page = { ...given, limit: String(given.limit) };
  return findInTwoSteps(given.limit, {
    amongNewest: () => findAmongNewest.all(sql, page),
    amongAll: () => findAmongAll.all(sql, page),
  });
}

/** The message with this id, ours or the platform's. */
export const findNamed = (
  sql: Sql,
  tenantId: number,
  named: { messageId: string | null; providerMessageId: string },
): Promise<StoredHit[]> => findById.all(sql, { tenantId, ...named });
