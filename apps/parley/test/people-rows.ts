import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import { pollUntil } from '@parley/testing/poll-until';

/** Marks of one person, recognisable wherever they are found. */
export interface Marked {
  /** Digits, without plus. */
  number: string;
  /** Part of every text and name of theirs. */
  mark: string;
}

export interface SeededTenant {
  id: number;
  slug: string;
  instanceId: string;
  accountId: number;
  deviceId: number;
  botId: number;
}

let next = 1;

async function one<T>(sql: Sql, text: string, values: unknown[]): Promise<T> {
  const { rows } = await sql.query<T>({ text, values });
  const [row] = rows;
  if (!row) throw new Error('A row was not made.');
  return row;
}

/** A tenant with a key, a Telegram bot and a logged-out linked device. */
export async function seedTenant(sql: Sql, cipher: Cipher, slug: string): Promise<SeededTenant> {
  const n = next++;
  const { id } = await one<{ id: number }>(
    sql,
    `INSERT INTO tenants (slug, name, balance) VALUES ($1, 'Name of ' || $1, 9) RETURNING id`,
    [slug],
  );
  const instanceId = `ins_${slug.replaceAll('-', '')}${'0'.repeat(12)}`;
  await sql.query({
    text: `INSERT INTO api_keys (instance_id, tenant_id, label, key_hash, channels, events, webhook_url, webhook_secret, enabled)
           VALUES ($1, $2, 'Label', decode($3, 'hex'), '{tg,wd,fb}', '{message.received}', 'https://receiver.example/' || $4, $5, true)`,
    values: [instanceId, id, `${n}`.padStart(64, '0'), slug, cipher.encrypt('whsec_x', 'api_keys.webhook_secret')],
  });
  await sql.query({ text: `INSERT INTO lanes (instance_id, paused_at) VALUES ($1, now())`, values: [instanceId] });
  await sql.query({
    text: `INSERT INTO credit_ledger (tenant_id, amount, kind, note) VALUES ($1, 9, 'top_up', 'Note for ' || $2)`,
    values: [id, slug],
  });
  const sealed = cipher.encrypt(
    JSON.stringify({ bot_token: `${8_000_000 + n}:${'b'.repeat(35)}` }),
    'channel_accounts.credentials',
  );
  await sql.query({
    text: `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, credentials) VALUES ($1, 'tg', $2, $3, $4)`,
    values: [id, `${8_000_000 + n}`, `bot_of_${slug}`, sealed],
  });
  const linked = await one<{ id: number }>(
    sql,
    `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, credentials, status)
     VALUES ($1, 'wd', $2, 'Device', '', 'disconnected') RETURNING id`,
    [id, `${9_000_000 + n}`],
  );
  const device = await one<{ id: number }>(
    sql,
    `INSERT INTO devices (tenant_id, instance_id, label, token_hash, status, since, created_at, expires_at)
     VALUES ($1, $2, 'Device', decode($3, 'hex'), 'logged_out', now(), now(), now()) RETURNING id`,
    [id, instanceId, `${n}`.padStart(64, 'f')],
  );
  const bot = await one<{ id: number }>(
    sql,
    `INSERT INTO bots (tenant_id, name, enabled, key_mode, provider, model, instructions, trigger, caps, tool_secret, created_at, updated_at)
     VALUES ($1, 'Bot of ' || $2, true, 'platform', 'openai', 'm', 'Be kind.', '{"kind":"always"}', '{}', '', now(), now()) RETURNING id`,
    [id, slug],
  );
  return { id, slug, instanceId, accountId: linked.id, deviceId: device.id, botId: bot.id };
}

/** Inserts everything that the tables can hold about a person, in rows of every kind; returns the contact's id. */
export async function seedPerson(sql: Sql, tenant: SeededTenant, { number, mark }: Marked): Promise<number> {
  const address = `+${number}`;
  const name = `Name ${mark}`;
  const n = `${tenant.id}-${next++}`;
  const contact = await one<{ id: number }>(
    sql,
    `INSERT INTO contacts (tenant_id, channel, name, username, phone) VALUES ($1, 'wd', $2, $3, $4) RETURNING id`,
    [tenant.id, name, `user_${mark}`, address],
  );
  const commenter = await one<{ id: number }>(
    sql,
    `INSERT INTO contacts (tenant_id, channel, name) VALUES ($1, 'wd', $2) RETURNING id`,
    [tenant.id, name],
  );
  // The result of a merge of contacts: a conversation whose contact has no address any more.
  const merged = await one<{ id: number }>(
    sql,
    `INSERT INTO contacts (tenant_id, channel, name) VALUES ($1, 'wd', $2) RETURNING id`,
    [tenant.id, name],
  );
  const group = await one<{ id: number }>(
    sql,
    `INSERT INTO contacts (tenant_id, channel) VALUES ($1, 'wd') RETURNING id`,
    [tenant.id],
  );
  await sql.query({
    text: `INSERT INTO contact_addresses (tenant_id, channel, address, contact_id)
           VALUES ($1, 'wd', $2, $3), ($1, 'wd', $4, $3), ($1, 'wd', 'comment:' || $2, $5), ($1, 'wd', $6, $7)`,
    values: [tenant.id, address, contact.id, `9${number}@lid`, commenter.id, `77${n}@g.us`, group.id],
  });
  const talk = (contactId: number, peer: string) =>
    one<{ id: number }>(
      sql,
      `INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer) VALUES ($1, 'wd', $2, $3, $4) RETURNING id`,
      [tenant.id, tenant.accountId, contactId, peer],
    );
  const [direct, remarks, left, inGroup] = [
    await talk(contact.id, address),
    await talk(commenter.id, address),
    await talk(merged.id, address),
    await talk(group.id, `77${n}@g.us`),
  ];
  const message = async (conversationId: number, direction: 'in' | 'out', extra: unknown, peer = address) => {
    const { id } = await one<{ id: string }>(
      sql,
      `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                             attachments, extra, provider_message_id, price, instance_id, happened_at)
       VALUES ($1, $2, $3, 'wd', $4, 'customer', $5, $6, $7, $8, $9, $10, 1, $11, now()) RETURNING id::text`,
      [
        tenant.id,
        conversationId,
        tenant.accountId,
        direction,
        direction === 'in' ? 'received' : 'sent',
        peer,
        `Text ${mark}`,
        JSON.stringify([{ filename: `${mark}.pdf` }]),
        JSON.stringify(extra),
        `wamid.${mark}.${next++}`,
        tenant.instanceId,
      ],
    );
    return id;
  };
  const received = await message(direct.id, 'in', {});
  const sent = await message(direct.id, 'out', { reservation: 'r' });
  await message(left.id, 'in', {});
  await message(inGroup.id, 'in', { author: [address] }, `77${n}@g.us`);
  const others = await one<{ id: string }>(
    sql,
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, provider_message_id, happened_at)
     VALUES ($1, $2, $3, 'wd', 'out', 'api', 'sent', $4, 'Ours to the group', $5, now()) RETURNING id::text`,
    [tenant.id, inGroup.id, tenant.accountId, 'group@g.us', `ours-${n}`],
  );
  await sql.query({
    text: `WITH parts AS (INSERT INTO message_parts VALUES ($1, $2, $3)),
                statuses AS (INSERT INTO message_statuses VALUES ($3, 'sent', now())),
                reactions AS (INSERT INTO message_reactions VALUES ($3, $4, '👍', now()), ($5, $4, '👍', now())),
                files AS (INSERT INTO attachments (id, tenant_id, message_id, channel_account_id, type, filename, source_url)
                          VALUES ($6, $7, $8, $1, 'document', $9, 'https://files.example/' || $9)),
                waiting AS (INSERT INTO pending_updates (channel_account_id, provider_message_id, kind, item, look_at)
                            VALUES ($1, 'early', 'reaction', $10, now() + interval '1 day')),
                unknown AS (INSERT INTO unknown_provider_events (channel, reason, payload)
                            SELECT 'wd', 'odd', jsonb_build_object('item', $10::jsonb, 'account', external_id) FROM channel_accounts WHERE id = $1),
                answers AS (INSERT INTO idempotency_keys (instance_id, action, key, body_hash, message_id, answer, locked_until)
                            VALUES ($11, 'send', $9, '\\x00', $3, jsonb_build_object('to', $4::text), now())),
                sends AS (INSERT INTO device_sends VALUES ($12, $2, $3, 1, 'sealed', now())),
                keys AS (INSERT INTO device_keys VALUES ($12, 'session', $13, 'sealed'), ($12, 'sender-key', $14, 'sealed')),
                paid AS (INSERT INTO credit_ledger (tenant_id, amount, kind, message_id) VALUES ($7, -1, 'reserve', $3))
           SELECT 1`,
    values: [
      tenant.accountId,
      `part.${mark}`,
      sent,
      address,
      others.id,
      `att_${n}`,
      tenant.id,
      received,
      mark,
      JSON.stringify({ from: { address }, text: mark }),
      tenant.instanceId,
      tenant.deviceId,
      `${number}.0`,
      `group@g.us::${number}::0`,
    ],
  });
  await sql.query({
    text: `INSERT INTO bot_turns (tenant_id, conversation_id, bot_id, state, outcome, reason, trigger_message_id, reply, first_at, due_at, created_at, ended_at)
           SELECT $1, c, $2, 'done', 'replied', $3, $4, jsonb_build_array('Dear ' || $3), now(), now(), now(), now() FROM unnest($5::int4[]) AS c`,
    values: [tenant.id, tenant.botId, mark, received, [direct.id, left.id]],
  });
  await sql.query({
    text: `WITH views AS (INSERT INTO saved_views (view_id, tenant_id, name, filter, position, created_at)
                          VALUES ('viw_n' || $2, $1, $3, '{}', 1, now()),
                                 ('viw_q' || $2, $1, 'VIP', jsonb_build_object('q', $4::text), 2, now()),
                                 ('viw_d' || $2, $1, 'VIP', jsonb_build_object('q', $5::text), 3, now())),
                changes AS (INSERT INTO audit_log (tenant_id, at, actor, address, action, input, changes, outcome, request_id)
                            VALUES ($1, now(), 'token', '203.0.113.9', 'update-key', jsonb_build_object('label', 'Key of ' || $3),
                                    jsonb_build_array(jsonb_build_object('field', 'label', 'before', 'till', 'after', $5::text)), 'done', 'req_0'))
           INSERT INTO request_log (request_id, tenant_id, at, action, method, status, duration_ms, address, body, answer)
           VALUES ('req_0', $1, now(), 'message', 'GET', 404, 1, '203.0.113.9', jsonb_build_object('message_id', $5::text)::text, NULL),
                  ('req_1', $1, now(), 'message', 'GET', 404, 1, '203.0.113.9', '{}', jsonb_build_object('message', $5::text)::text)`,
    values: [tenant.id, n, name, mark, number],
  });
  const comment = await one<{ id: string }>(
    sql,
    `INSERT INTO comments (tenant_id, channel, channel_account_id, comment_id, comment_key, post_id, text, author_id, author_name,
                           is_own, conversation_id, created_at, reported_at)
     VALUES ($1, 'wd', $2, $3, $3, 'post', $4, $5, $6, false, $7, now() - interval '1 hour', now()) RETURNING id::text`,
    [tenant.id, tenant.accountId, `c-${n}`, `Comment ${mark}`, address, name, remarks.id],
  );
  await sql.query({
    text: `WITH own AS (INSERT INTO comments (tenant_id, channel, channel_account_id, comment_id, comment_key, post_id, parent_id, text,
                                              author_id, author_name, is_own, created_at)
                        VALUES ($1, 'wd', $2, $3, $3, 'post', $4, $5, 'page', 'Page', true, now()))
           INSERT INTO comment_replies (tenant_id, comment_row_id, instance_id, idempotency_key, text, status, private_message, created_at)
           VALUES ($1, $6, $7, $5, $5, 'posted', jsonb_build_object('message', $5::text), now())`,
    values: [tenant.id, tenant.accountId, `o-${n}`, `c-${n}`, `Dear ${mark}`, comment.id, tenant.instanceId],
  });
  const event = async (conversationId: number | null, data: unknown) => {
    const { seq } = await one<{ seq: string }>(
      sql,
      `INSERT INTO events (id, tenant_id, type, channel, conversation_id, data, created_at, position)
       VALUES ($1, $2, 'message.received', 'wd', $3, $4, now(), pg_current_xact_id()::text::bigint) RETURNING seq::text`,
      [`evt_${n}_${next++}`, tenant.id, conversationId, JSON.stringify(data)],
    );
    return seq;
  };
  const reported = await event(direct.id, { from: address, text: `Text ${mark}` });
  const elsewhere = await event(inGroup.id, { whatsapp_group: { participant: address, participant_name: name } });
  for (const seq of [reported, elsewhere]) {
    const { id } = await one<{ id: string }>(
      sql,
      `INSERT INTO deliveries (instance_id, event_seq) VALUES ($1, $2) RETURNING id::text`,
      [tenant.instanceId, seq],
    );
    const logged = await one<{ id: string }>(
      sql,
      `INSERT INTO delivery_log (id, instance_id, event_seq, status, attempts, created_at, ended_at, response, latency_ms)
       VALUES ($1::bigint + 500000, $2, $3, 'delivered', 1, now(), now(), $4, 1) RETURNING id::text`,
      [id, tenant.instanceId, seq, `Thanks ${mark}`],
    );
    for (const delivery of [id, logged.id])
      await sql.query({
        text: `INSERT INTO delivery_attempts (delivery_id, instance_id, at, latency_ms, response) VALUES ($1, $2, now(), 1, $3)`,
        values: [delivery, tenant.instanceId, `No ${mark}`],
      });
  }
  return contact.id;
}

/** Every row of every table, as text. */
export async function dumpRows(sql: Sql): Promise<{ table: string; row: string }[]> {
  const { rows: tables } = await sql.query<{ name: string }>({
    text: `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  });
  const all: { table: string; row: string }[] = [];
  for (const { name } of tables) {
    const { rows } = await sql.query<{ row: string }>({ text: `SELECT t::text AS row FROM ${name} t` });
    all.push(...rows.map(({ row }) => ({ table: name, row })));
  }
  return all;
}

/** Waits for the worker that indexes words some seconds after a row, so that compared rows are complete. */
export const untilIndexed = (sql: Sql): Promise<true> =>
  pollUntil(
    async () => {
      const { rows } = await sql.query<{ stale: boolean }>({
        text: `SELECT EXISTS (SELECT FROM contacts WHERE words IS NULL AND detached_at IS NULL)
                   OR EXISTS (SELECT FROM message_words WHERE words IS NULL) AS stale`,
      });
      return rows[0]?.stale ? null : true;
    },
    { what: () => 'the words of people and messages to be written' },
  );
