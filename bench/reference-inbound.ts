import { createHmac, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

// What one would write by hand to take a provider's webhook: check the signature, one INSERT that drops repeats, answer.
// No tenant, contact, conversation, window, event or delivery. The bench measures Parley against it.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query('CREATE TABLE IF NOT EXISTS reference_inbound (id text PRIMARY KEY, sender text, body text)');
const app = Fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.get('/readyz', async () => ({ ok: true }));
app.post('/hooks/meta', async (incoming, reply) => {
  // safe: the parser above gives bytes
  const raw = incoming.body as Buffer;
  const expected = Buffer.from(
    `sha256=${createHmac('sha256', process.env.APP_SECRET ?? '')
      .update(raw)
      .digest('hex')}`,
  );
  const given = Buffer.from(String(incoming.headers['x-hub-signature-256']));
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return reply.code(401).send();
  // safe: the bench sends nothing else
  const body = JSON.parse(raw.toString()) as {
    entry: { changes: { value: { messages: { id: string; from: string; text: { body: string } }[] } }[] }[];
  };
  for (const message of body.entry.flatMap(({ changes }) => changes.flatMap(({ value }) => value.messages))) {
    await pool.query({
      name: 'insert',
      text: 'INSERT INTO reference_inbound (id, sender, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      values: [message.id, message.from, message.text.body],
    });
  }
  return reply.code(200).send();
});
await app.listen({ port: Number(process.env.REFERENCE_PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
