import type pg from 'pg';
import {
  FIRST_NUMBER,
  fillConversations,
  fillMessages,
  findOwner,
  moveSequences,
  type Run,
} from '../system/fill-rows.ts';

/** A conversation whose customer has just written, so that it can be answered. */
export const LONG_THREAD_ID = 300;
export const LONG_THREAD_NUMBER = String(FIRST_NUMBER + LONG_THREAD_ID);

/** Conversations of one message each; one of them has `thread` more messages, the newest of all. */
export async function fillInbox(pool: pg.Pool, conversations: number, thread: number): Promise<void> {
  const run: Run = (text, values) => pool.query(text, values);
  const owner = await findOwner(run);
  await fillConversations(run, conversations, 1, owner);
  await fillMessages(run, conversations, conversations, owner);
  await run(
    `INSERT INTO messages (id, tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, receipt, peer, text,
                           provider_message_id, happened_at, created_at)
     SELECT $1::int + n, $2, $3, $4, 'wa', CASE WHEN o THEN 'out' ELSE 'in' END, CASE WHEN o THEN 'api' ELSE 'customer' END,
            CASE WHEN o THEN 'read' ELSE 'in' END, CASE WHEN o THEN 'read' END, '+' || $5::text,
            repeat('A line of a conversation that goes on and on, ', 1 + n % 6) || n, 'wamid.long' || n, at, at
       FROM generate_series(1, $6::int) n,
            LATERAL (SELECT n % 2 = 0 AS o, now() - ($6::int - n) * interval '5 minutes' AS at) t`,
    [conversations, owner.tenantId, LONG_THREAD_ID, owner.accountId, LONG_THREAD_NUMBER, thread],
  );
  await run('UPDATE conversations SET last_inbound_at = now() WHERE id = $1', [LONG_THREAD_ID]);
  // Otherwise Parley would index all of them in the background during the measurement.
  await run('UPDATE message_words_progress SET read_until = $1', [conversations + thread]);
  await moveSequences(run);
  await run('VACUUM ANALYZE');
}
