import Fastify from 'fastify';
import pg from 'pg';
import { request } from 'undici';

// A hand-written send: one INSERT, one provider call, one UPDATE; no key, no limit, no credit, no window, no event. The
// bench compares Parley with it.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(
  'CREATE TABLE IF NOT EXISTS reference_messages (id bigserial PRIMARY KEY, recipient text, body text, status text, provider_id text)',
);
const app = Fastify();
app.get('/readyz', async () => ({ ok: true }));
app.post('/send', async (incoming) => {
  // safe: the bench sends only this
  const { to, message } = incoming.body as { to: string; message: string };
  const inserted = await pool.query<{ id: string }>({
    name: 'insert',
    text: `INSERT INTO reference_messages (recipient, body, status) VALUES ($1, $2, 'sending') RETURNING id`,
    values: [to, message],
  });
  const answer = await request(`${process.env.STUB_URL}/v23.0/106000000000001/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
    body: JSON.stringify({ messaging_product: 'whatsapp', to, type: 'text', text: { body: message } }),
  });
  // safe: the stub returns only this
  const accepted = (await answer.body.json()) as { messages: { id: string }[] };
  await pool.query({
    name: 'update',
    text: `UPDATE reference_messages SET status = 'sent', provider_id = $2 WHERE id = $1`,
    values: [inserted.rows[0]?.id, accepted.messages[0]?.id],
  });
  return { ok: true, message_id: inserted.rows[0]?.id, to };
});
await app.listen({ port: Number(process.env.REFERENCE_PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
