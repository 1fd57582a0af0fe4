import { setAiKey } from '@parley/common/contracts/operator/ai-keys';
import { updateBot } from '@parley/common/contracts/operator/bots';
import { AppError } from '@parley/common/errors';
import { pollUntil } from '@parley/testing/poll-until';
import { makeSeededRandom } from '@parley/testing/seeded-random';
import { casesOf, perTier } from '@parley/testing/tier';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWriterFixture, type Writer, type WriterFixture } from '../support/load/writer-fixture.ts';
import { makeWriters } from '../support/load/writers.ts';

/** In total, shared by the pairs. */
const SECONDS = perTier({ short: 5, soak: 45 });
/** A short run takes every third pair, and each commit's run takes different ones. */
const SHORT_EVERY = 3;
/** Concurrent runs of each writer of a pair, half of them on each replica. */
const AT_ONCE = 4;
const CONTEXT = { requestId: 'req_test' };

let fixture: WriterFixture;
beforeAll(async () => {
  fixture = await openWriterFixture();
});
afterAll(() => fixture?.[Symbol.asyncDispose]());

/** Errors that a caller may get; anything else is a defect. */
const isAnswer = (error: unknown): boolean => error instanceof AppError && error.status < 500;

async function countDeadlocks(): Promise<number> {
  const { rows } = await fixture.database.db.query<{ deadlocks: number }>({
    text: 'SELECT deadlocks::int4 FROM pg_stat_database WHERE datname = current_database()',
  });
  return rows[0]?.deadlocks ?? 0;
}

/** Waits until the bot answers: it must have a key and be switched on, whatever state the writers left. */
async function untilBotAnswers({ askBot }: Record<string, Writer>): Promise<void> {
  const { tenant, bots, database, replicas } = fixture;
  const [bus] = replicas;
  if (!bus || !askBot) throw new Error('Nobody can ask the bot.');
  const key = { slug: tenant.slug, provider: 'openai' as const, apiKey: 'sk-of-the-end', baseUrl: bots.aiUrl };
  await bus.call(setAiKey, key, CONTEXT);
  await bus.call(updateBot, { slug: tenant.slug, id: bots.id, enabled: true }, CONTEXT);
  await pollUntil(
    async () => {
      await askBot(bus);
      return (await database.db.prisma.message.count({ where: { origin: 'bot' } })) > 0 || null;
    },
    { what: () => 'the bot to answer' },
  );
}

test('pairs of writers on the same rows: deadlocks are retried, and no caller gets one as an error', {
  timeout: 300_000,
}, async () => {
  const random = makeSeededRandom();
  const everyWriter = makeWriters(fixture, random);
  const writers = Object.entries(everyWriter);
  // Ordered by the sum of their numbers, so that every part contains each writer.
  const bySum = Array.from({ length: 2 * writers.length - 1 }, (_, sum) =>
    writers.flatMap((one, n) => {
      const other = writers[sum - n];
      return other && n <= sum - n ? [[one, other] as const] : [];
    }),
  );
  const pairs = casesOf(bySum, SHORT_EVERY).flat();
  const sliceMs = (SECONDS * 1000) / pairs.length;
  const failures = new Map<string, number>();
  const written = new Map<string, number>();
  const refused = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

  async function write([name, writer]: readonly [string, Writer], nth: number, until: number, beside: string) {
    const bus = fixture.replicas[nth % fixture.replicas.length];
    while (bus && Date.now() < until) {
      try {
        await writer(bus);
        count(written, name);
      } catch (error) {
        const reported = error instanceof AppError ? error.code : String(error);
        if (isAnswer(error)) count(refused, `${name}: ${reported}`);
        else count(failures, `${name} beside ${beside}: ${reported}`);
      }
    }
  }

  for (const [one, other] of pairs) {
    const until = Date.now() + sliceMs;
    const all = Array.from({ length: AT_ONCE }, (_, nth) => [
      write(one, nth, until, other[0]),
      write(other, nth, until, one[0]),
    ]);
    await Promise.all(all.flat());
  }

  const reported = (counts: Map<string, number>): string =>
    [...counts].map(([name, times]) => `${name} ${times}`).join(', ');
  console.log(
    `${pairs.length} pairs in ${SECONDS} s (PARLEY_TEST_SEED=${random.seed}): ${await countDeadlocks()} deadlocks; ${reported(written)}; refused: ${reported(refused)}`,
  );
  expect([...failures], fixture.errors.join('\n')).toEqual([]);
  expect(fixture.conflicts).toEqual([]);
  // A writer that never wrote proves nothing.
  expect(writers.map(([name]) => name).filter((name) => !written.has(name))).toEqual([]);
  await untilBotAnswers(everyWriter);
  const { rows } = await fixture.database.db.query<{ same: boolean }>({
    text: `SELECT balance = (SELECT sum(amount) FROM credit_ledger WHERE tenant_id = t.id) AS same FROM tenants t`,
  });
  expect(rows).toEqual([{ same: true }]);
  const { rows: refundedTwice } = await fixture.database.db.query({
    text: `SELECT message_id FROM credit_ledger WHERE kind = 'refund' AND message_id IS NOT NULL GROUP BY message_id HAVING count(*) > 1`,
  });
  expect(refundedTwice).toEqual([]);
  const { rows: unrefunded } = await fixture.database.db.query({
    text: `SELECT m.id FROM messages m
            WHERE m.provider_message_id IS NULL AND m.status = 'failed' AND m.price > 0
              AND NOT EXISTS (SELECT 1 FROM credit_ledger l WHERE l.message_id = m.id AND l.kind = 'refund')`,
  });
  expect(unrefunded).toEqual([]);
  const { rows: miscounted } = await fixture.database.db.query({
    text: `SELECT c.id, c.unread FROM conversations c
            WHERE c.unread <> (SELECT count(*) FROM messages m
                                WHERE m.conversation_id = c.id AND m.id > c.read_message_id AND m.direction = 'in')`,
  });
  expect(miscounted).toEqual([]);
});
