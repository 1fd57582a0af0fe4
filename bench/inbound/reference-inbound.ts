import { createHmac, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { Agent, request } from 'undici';

// A hand-written forwarder of a provider's webhook: check the signature, one INSERT that drops duplicates, answer; then
// POST it to the customer and UPDATE the row. No tenant, contact, conversation, window, event, lane, retry or signature
// of its own.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(
  `CREATE TABLE IF NOT EXISTS reference_inbound (id text PRIMARY KEY, sender text, body text, status text NOT NULL DEFAULT 'received')`,
);
const dispatcher = new Agent({ connections: 64 });
const customerUrl = process.env.CUSTOMER_URL ?? '';

interface Message {
  id: string;
  from: string;
  text: { body: string };
}

async function deliver({ id, from, text }: Message): Promise<void> {
  const answer = await request(customerUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event: 'message.received', data: { message_id: id, from, text: text.body } }),
    dispatcher,
  });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`The customer answered ${answer.statusCode}.`);
  await pool.query({
    name: 'update',
    text: `UPDATE reference_inbound SET status = 'delivered' WHERE id = $1`,
    values: [id],
  });
}

const app = Fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.get('/readyz', async () => ({ ok: true }));
app.post('/hooks/meta', async (incoming, reply) => {
  // safe: the parser above returns bytes
  const raw = incoming.body as Buffer;
  const expected = Buffer.from(
    `sha256=${createHmac('sha256', process.env.APP_SECRET ?? '')
      .update(raw)
      .digest('hex')}`,
  );
  const given = Buffer.from(String(incoming.headers['x-hub-signature-256']));
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return reply.code(401).send();
  // safe: the bench sends only this
  const body = JSON.parse(raw.toString()) as { entry: { changes: { value: { messages: Message[] } }[] }[] };
  for (const message of body.entry.flatMap(({ changes }) => changes.flatMap(({ value }) => value.messages))) {
    const { rowCount } = await pool.query({
      name: 'insert',
      text: 'INSERT INTO reference_inbound (id, sender, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      values: [message.id, message.from, message.text.body],
    });
    if (rowCount) void deliver(message).catch((error: unknown) => console.error(error));
  }
  return reply.code(200).send();
});
await app.listen({ port: Number(process.env.REFERENCE_PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
