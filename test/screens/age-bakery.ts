import type { Database } from '@parley/database/connection/connect-database';
import { pollUntil } from '@parley/testing/poll-until';

const DAYS = 30;
/** Messages of a channel on an ordinary day. */
const DAILY = { wa: 34, wd: 12, tg: 9, fb: 8, ig: 11, tt: 5 };

/**
 * Inserts thirty days of messages, answers and credit into the archived conversations of the regular customers. A
 * message that arrives would be counted on the day of its arrival.
 */
export async function addPast({ db }: { db: Database }, slug: string): Promise<void> {
  await db.query({
    text: `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, receipt, peer,
                                 text, provider_message_id, happened_at, created_at)
           SELECT c.tenant_id, c.id, c.channel_account_id, c.channel, CASE WHEN is_out THEN 'out' ELSE 'in' END,
                  CASE WHEN is_out THEN 'dashboard' ELSE 'customer' END, m.status, CASE WHEN is_out THEN m.status END, c.peer,
                  'One of many', 'past-' || c.id || '-' || day || '-' || n, at, at
             FROM conversations c JOIN tenants t ON t.id = c.tenant_id,
                  generate_series(1, $3::int) day,
                  LATERAL (SELECT CASE WHEN extract(isodow FROM now() - day * interval '1 day') = 5 THEN 0.5 ELSE 1 END
                                  * (0.8 + (day * 7 + c.id * 3) % 11 / 20.0) AS busy) b,
                  LATERAL generate_series(1, (($2::jsonb ->> c.channel)::int * b.busy)::int) n,
                  LATERAL (SELECT n % 5 < 2 AS is_out, now() - day * interval '1 day' - n * interval '11 minutes' AS at,
                                  CASE WHEN n % 5 >= 2 THEN 'in' WHEN (day + n) % 61 = 0 THEN 'failed' ELSE 'read' END AS status) m
            WHERE t.slug = $1 AND c.status = 'archived'
            ORDER BY at`,
    values: [slug, JSON.stringify(DAILY), DAYS - 1],
  });
  await db.query({
    text: `WITH spent AS (INSERT INTO credit_ledger (tenant_id, amount, kind, message_id, created_at)
                          SELECT m.tenant_id, -1, 'reserve', m.id, m.created_at
                            FROM messages m JOIN tenants t ON t.id = m.tenant_id
                           WHERE t.slug = $1 AND m.direction = 'out' AND m.provider_message_id LIKE 'past-%' ORDER BY m.id
                          RETURNING amount)
           UPDATE credit_ledger l SET created_at = now() - $2 * interval '1 day',
                  amount = l.amount - (SELECT coalesce(sum(amount), 0) FROM spent)
             FROM tenants t WHERE t.slug = $1 AND l.tenant_id = t.id AND l.kind = 'top_up'`,
    values: [slug, DAYS],
  });
}

/** Waits until every event is delivered: what is still pending would keep its time. */
export const settle = ({ db }: { db: Database }): Promise<true> =>
  pollUntil(async () => (await db.query({ text: 'SELECT 1 FROM deliveries LIMIT 1' })).rows.length === 0 || null, {
    what: () => 'the deliveries',
  });

/** A statement that moves the rows of a table back in time: the newest keeps its time, each older one moves a step more. */
const spread = (table: string, { id, at, step, of }: { id: string; at: readonly string[]; step: string; of: string }) =>
  `UPDATE ${table} r SET ${at.map((column) => `${column} = r.${column} - aged.nth * interval '${step}'`).join(', ')}
     FROM (SELECT ${id} AS id, row_number() OVER (ORDER BY ${id} DESC) - 1 AS nth FROM ${table} WHERE ${of}) aged
    WHERE r.${id} = aged.id`;

/** Moves the rows back in time, so that they span hours; `minutesAgo` is the age of each conversation's newest message. */
export async function spreadPast(
  { db }: { db: Database },
  slug: string,
  minutesAgo: ReadonlyMap<number, number>,
): Promise<void> {
  const tenant = '(SELECT id FROM tenants WHERE slug = $1)';
  await db.query({
    text: `WITH written AS (SELECT w.id, w.ago + row_number() OVER (PARTITION BY w.id ORDER BY m.id DESC) * 2 - 2 AS ago, m.id AS message
                              FROM unnest($1::int[], $2::int[]) w(id, ago) JOIN messages m ON m.conversation_id = w.id),
                aged AS (UPDATE messages m SET happened_at = now() - w.ago * interval '1 minute', created_at = now() - w.ago * interval '1 minute'
                           FROM written w WHERE m.id = w.message)
           UPDATE conversations c SET last_message_at = now() - w.ago * interval '1 minute',
                  last_inbound_at = now() - w.ago * interval '1 minute'
             FROM (SELECT id, min(ago) AS ago FROM written GROUP BY id) w WHERE c.id = w.id`,
    values: [[...minutesAgo.keys()], [...minutesAgo.values()]],
  });
  const key = `instance_id IN (SELECT instance_id FROM api_keys WHERE tenant_id = ${tenant})`;
  const own = `tenant_id = ${tenant}`;
  for (const text of [
    spread('delivery_log', { id: 'id', at: ['created_at', 'ended_at'], step: '4 minutes', of: key }),
    `UPDATE delivery_log SET latency_ms = 38 + id * 37 % 97 WHERE ${key}`,
    spread('request_log', { id: 'seq', at: ['at'], step: '23 minutes', of: own }),
    spread('audit_log', { id: 'id', at: ['at'], step: '47 minutes', of: own }),
    spread('comments', { id: 'id', at: ['created_at'], step: '35 minutes', of: own }),
    `UPDATE conversations c SET last_message_at = least(c.last_message_at, o.at)
       FROM (SELECT conversation_id AS id, max(created_at) AS at FROM comments WHERE ${own} GROUP BY 1) o WHERE c.id = o.id`,
    spread('member_sessions', { id: 'id', at: ['last_seen_at'], step: '70 minutes', of: own }),
  ])
    await db.query({ text, values: [slug] });
}
