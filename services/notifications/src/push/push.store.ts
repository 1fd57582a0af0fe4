import { AT_ONCE, defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { oneOf, orNull } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { LedgerPosition, PlannedPush, PushConversation, Subscriber } from './push.rules.ts';

const KIND = oneOf('message', 'mention');

/** At once when a browser is subscribed. */
export const findSubscribed = defineDue({
  name: 'push.find-subscribed',
  text: `SELECT ${AT_ONCE} AS due_at FROM push_subscriptions ORDER BY id LIMIT 1`,
});

const findTenants = defineStatement({
  name: 'push.find-tenants',
  text: `SELECT DISTINCT s.tenant_id FROM push_subscriptions p JOIN member_sessions s ON s.id = p.session_row
          WHERE s.tenant_id IS NOT NULL`,
  row: { tenantId: 'int4!' },
});

/** Tenants with a subscribed browser. */
export const findPushTenants = async (sql: Sql): Promise<number[]> =>
  (await findTenants.all(sql, {})).map(({ tenantId }) => tenantId);

/** In one order for all writers, so that concurrent ones never deadlock. */
const lock = defineStatement({
  name: 'push.lock',
  text: `SELECT p.id, p.position, p.seq, p.news, p.conversation_id, p.due_at, p.claimed_until, p.rest_until, m.member_id,
                ARRAY(SELECT t.team_row FROM team_members t WHERE t.member_row = m.id) AS teams
           FROM push_subscriptions p
           JOIN member_sessions s ON s.id = p.session_row AND s.expires_at > $2
           JOIN members m ON m.id = s.member_row AND m.removed_at IS NULL AND m.roles && '{owner,agent}'::text[]
          WHERE s.tenant_id = $1 ORDER BY p.id FOR UPDATE OF p`,
  params: { tenantId: 'int4', now: 'timestamptz' },
  row: {
    id: 'int4',
    position: 'int8',
    seq: 'int8',
    news: orNull(KIND),
    conversationId: 'int4?',
    dueAt: 'timestamptz?',
    claimedUntil: 'timestamptz?',
    restUntil: 'timestamptz?',
    memberId: 'text',
    teams: 'int4[]!',
  },
});

/** The subscribed browsers of a tenant whose members use the inbox, locked by this transaction. */
export const lockSubscribers = (sql: Sql, tenantId: number, now: Date): Promise<Subscriber[]> =>
  lock.all(sql, { tenantId, now });

const readEvents = defineStatement({
  name: 'push.read-ledger',
  text: `SELECT e.position, e.seq, e.type, e.conversation_id FROM ledger_clock c, events e
          WHERE e.tenant_id = $1 AND (e.position, e.seq) > ($2::bigint, $3::bigint) AND e.seq >= ((($3::bigint >> 40) - 1) << 40)
            AND e.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + c.shift
          ORDER BY e.position, e.seq LIMIT $4::int4`,
  params: { tenantId: 'int4', position: 'int8', seq: 'int8', limit: 'int4' },
  row: { position: 'int8!', seq: 'int8', type: 'text', conversationId: 'int4?' },
});

/** The tenant's next events that no reader can miss, in the ledger's order. */
export const readPushEvents = (sql: Sql, tenantId: number, after: LedgerPosition, limit: number) =>
  readEvents.all(sql, { tenantId, position: after.position, seq: after.seq, limit });

const findConversations = defineStatement({
  name: 'push.find-conversations',
  text: `SELECT c.id, c.assignee, c.team_row,
                c.status = 'open' AND NOT c.is_snoozed AND c.unread > 0
                AND NOT EXISTS (SELECT 1 FROM bot_turns t WHERE t.conversation_id = c.id AND t.state = 'open')
                AND (SELECT m.direction FROM messages m WHERE m.conversation_id = c.id ORDER BY m.id DESC LIMIT 1) = 'in' AS is_waiting
           FROM conversations c WHERE c.tenant_id = $1 AND c.id = ANY($2::int4[])`,
  params: { tenantId: 'int4', ids: 'int4[]' },
  row: { id: 'int4', assignee: 'text?', teamRow: 'int4?', isWaiting: 'bool?' },
});

/** Conversations by id. One that was answered, is read, or has a bot that is about to answer does not wait. */
export async function findPushConversations(
  sql: Sql,
  tenantId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PushConversation>> {
  if (ids.length === 0) return new Map();
  const rows = await findConversations.all(sql, { tenantId, ids: [...ids] });
  return new Map(rows.map((row) => [row.id, { ...row, isWaiting: row.isWaiting === true }]));
}

const saveNews = defineBatchStatement({
  name: 'push.save-news',
  text: `UPDATE push_subscriptions p SET news = n.news, conversation_id = n.conversation_id, due_at = n.due_at
           FROM unnest($1::int4[], $2::text[], $3::int4[], $4::timestamptz[]) AS n(id, news, conversation_id, due_at)
          WHERE p.id = n.id`,
  items: { id: 'int4', news: 'text', conversationId: 'int4?', dueAt: 'timestamptz' },
  params: {},
});

/** Stores the news of locked browsers. */
export async function savePlannedPush(sql: Sql, planned: readonly PlannedPush[]): Promise<void> {
  if (planned.length > 0) await saveNews.run(sql, planned, {});
}

const moveOn = defineStatement({
  name: 'push.move-on',
  text: `UPDATE push_subscriptions SET position = $2, seq = $3
          WHERE id = ANY($1::int4[]) AND (position, seq) < ($2::bigint, $3::bigint)`,
  params: { ids: 'int4[]', position: 'int8', seq: 'int8' },
});

/** Stores up to which event locked browsers were considered. */
export async function moveSubscribers(
  sql: Sql,
  subscribers: readonly Subscriber[],
  { position, seq }: LedgerPosition,
): Promise<void> {
  await moveOn.run(sql, { ids: subscribers.map(({ id }) => id), position, seq });
}

/** The key pair of the deployment; the private key is encrypted. */
interface StoredPushKey {
  publicKey: string;
  privateKey: string;
}

type Keys = Pick<PrismaDatabase['prisma'], 'pushKey'>;
const ONLY = { id: 1 } as const;
const PAIR = { publicKey: true, privateKey: true } as const;

export const findPushKey = ({ pushKey }: Keys): Promise<StoredPushKey | null> =>
  pushKey.findUnique({ where: ONLY, select: PAIR });

/** Stores a new pair, unless another process was first; returns the stored one. */
export async function keepPushKey({ pushKey }: Keys, made: StoredPushKey): Promise<StoredPushKey> {
  await pushKey.createMany({ data: [{ ...ONLY, ...made }], skipDuplicates: true });
  return pushKey.findUniqueOrThrow({ where: ONLY, select: PAIR });
}

/** A browser is signed in once: an earlier session there gets no further push. */
const dropOthers = defineStatement({
  name: 'push.drop-others',
  text: `DELETE FROM push_subscriptions p USING member_sessions s
          WHERE s.id = p.session_row AND p.endpoint_hash = $2 AND s.session_id <> $1`,
  params: { sessionId: 'text', endpointHash: 'bytea' },
});

/** A new subscription begins at the end of the ledger; a renewed one continues. */
const subscribe = defineStatement({
  name: 'push.subscribe',
  text: `INSERT INTO push_subscriptions (session_row, endpoint_hash, target, position, seq, created_at)
         SELECT s.id, $3, $4, coalesce(newest.position, 0), coalesce(newest.seq, 0), $5
           FROM member_sessions s
           LEFT JOIN LATERAL (
             SELECT e.position, e.seq FROM ledger_clock c, events e
              WHERE e.tenant_id = $2 AND e.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + c.shift
              ORDER BY e.position DESC, e.seq DESC LIMIT 1) newest ON true
          WHERE s.session_id = $1
         ON CONFLICT (session_row) DO UPDATE SET endpoint_hash = excluded.endpoint_hash, target = excluded.target`,
  params: { sessionId: 'text', tenantId: 'int4', endpointHash: 'bytea', target: 'text', now: 'timestamptz' },
});

interface NewSubscription {
  sessionId: string;
  tenantId: number;
  endpointHash: Buffer;
  /** Encrypted. */
  target: string;
  now: Date;
}

/** Subscribes the browser of a session. Does nothing when the session has ended. */
export async function saveSubscription(sql: Sql, given: NewSubscription): Promise<void> {
  const { sessionId, endpointHash } = given;
  await dropOthers.run(sql, { sessionId, endpointHash });
  await subscribe.run(sql, given);
}

const unsubscribe = defineStatement({
  name: 'push.unsubscribe',
  text: `DELETE FROM push_subscriptions p USING member_sessions s WHERE s.id = p.session_row AND s.session_id = $1`,
  params: { sessionId: 'text' },
});

export async function removeSubscription(sql: Sql, sessionId: string): Promise<void> {
  await unsubscribe.run(sql, { sessionId });
}
