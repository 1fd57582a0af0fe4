import { createTestDatabase, type TestDatabase } from '@parley/testing/test-database';
import { makeTestTenant } from '@parley/testing/test-tenant';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { capReached, type UsageCaps } from '../src/domain/cap-budget.ts';
import { sumUsageByDay } from '../src/storage/usage-report-store.ts';
import { interruptUsage, reserveUsage, settleUsage } from '../src/storage/usage-store.ts';
import type { NewUsage, SettledUsage } from '../src/use-cases/call-model.ts';
import { addBot } from './bot-rows.ts';
import { NOW } from './reply-bench.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const NO_CAPS: UsageCaps = { tokensPerDay: null, costPerMonthMicros: null };
const TOLD: SettledUsage = {
  status: 'completed',
  usage: { inputTokens: 100, cachedInputTokens: 40, outputTokens: 20, reasoningTokens: 5 },
  costMicros: 300n,
  errorClass: null,
  isUnpaid: false,
  endedAt: NOW,
};
const UNTOLD: SettledUsage = { ...TOLD, usage: null, costMicros: null, errorClass: 'timeout' };

async function openBot() {
  const tenant = await makeTestTenant(database.db);
  const botId = await addBot(database.db, tenant.id);
  const call: NewUsage = {
    tenantId: tenant.id,
    botId,
    turnId: null,
    step: 1,
    provider: 'openai',
    model: 'm',
    keyMode: 'own',
    worst: { tokens: 1000, costMicros: 5000n },
    priceVersion: '2026-07',
    startedAt: NOW,
  };
  const reserve = (caps: UsageCaps = NO_CAPS, given: Partial<NewUsage> = {}) => {
    const asked = { ...call, ...given };
    return reserveUsage(database.db, asked, caps, (spent) => capReached(caps, spent, asked.worst));
  };
  return {
    tenantId: tenant.id,
    botId,
    reserve,
    async reserved(caps: UsageCaps = NO_CAPS, given: Partial<NewUsage> = {}): Promise<string> {
      const made = await reserve(caps, given);
      if ('reached' in made) throw new Error(made.reached);
      return made.id;
    },
    settle: (id: string, settled: SettledUsage) => settleUsage(database.db, tenant.id, id, settled),
    rows: () => database.db.prisma.botUsage.findMany({ where: { botId }, orderBy: { id: 'asc' } }),
    days: (since = new Date('2026-06-01T00:00:00Z')) =>
      sumUsageByDay(database.db, { tenantId: tenant.id, botId, since }),
  };
}

const tokens = (tokensPerDay: number): UsageCaps => ({ ...NO_CAPS, tokensPerDay });
const money = (costPerMonthMicros: bigint): UsageCaps => ({ ...NO_CAPS, costPerMonthMicros });

it('calls at once pass no cap together', async () => {
  const bot = await openBot();
  const made = await Promise.all(Array.from({ length: 20 }, () => bot.reserve(tokens(5500))));
  expect(made.filter((one) => 'id' in one)).toHaveLength(5);
  expect(made.filter((one) => 'reached' in one)).toHaveLength(15);
  expect(await bot.rows()).toHaveLength(5);
});

it.each([
  ['what a call used counts, and no longer its worst case', TOLD, { reached: 'tokens_per_day' }, 1119, null],
  ['exactly what is left is enough', TOLD, null, 1120, null],
  ['the worst case counts where nobody told', UNTOLD, { reached: 'tokens_per_day' }, 1999, null],
  ['what certainly cost nothing does not count', { ...UNTOLD, costMicros: 0n, isUnpaid: true }, null, 1000, null],
  ['money counts as it was spent', TOLD, { reached: 'cost_per_month' }, null, 5299n],
  ['money is enough to the last millionth', TOLD, null, null, 5300n],
  ['money that nobody told counts as its worst case', UNTOLD, { reached: 'cost_per_month' }, null, 9999n],
] as const)('%s', async (_name, settled, refused, tokensPerDay, costPerMonthMicros) => {
  const bot = await openBot();
  await bot.settle(await bot.reserved(), settled);
  const made = await bot.reserve({ tokensPerDay, costPerMonthMicros });
  if (refused) expect(made).toEqual(refused);
  else expect(made).toEqual({ id: expect.any(String) });
});

it('days and months begin anew, and other bots do not count', async () => {
  const bot = await openBot();
  const other = await openBot();
  await other.reserved();
  await bot.reserved(NO_CAPS, { startedAt: new Date('2026-06-30T23:59:59Z') });
  expect(await bot.reserve(tokens(1000))).toHaveProperty('id');
  expect(await bot.reserve(money(5000n))).toEqual({ reached: 'cost_per_month' });
  expect(await bot.reserve(money(10_000n))).toHaveProperty('id');
});

it('a call whose process died is interrupted once, and counts with its worst case', async () => {
  const bot = await openBot();
  const id = await bot.reserved();
  await interruptUsage(database.db, { before: NOW, now: NOW });
  expect(await bot.rows()).toMatchObject([{ status: 'started' }]);
  await interruptUsage(database.db, { before: new Date(NOW.getTime() + 1), now: NOW });
  expect(await bot.rows()).toMatchObject([{ status: 'interrupted', inputTokens: null, endedAt: NOW }]);
  expect(await bot.reserve(tokens(1999))).toEqual({ reached: 'tokens_per_day' });
  // It was only slow.
  await bot.settle(id, TOLD);
  expect(await bot.rows()).toMatchObject([
    { status: 'completed', inputTokens: 100, cachedTokens: 40, outputTokens: 20, reasoningTokens: 5, costMicros: 300n },
  ]);
});

it('nobody settles a call of another tenant', async () => {
  const bot = await openBot();
  const other = await openBot();
  const id = await bot.reserved();
  await other.settle(id, TOLD);
  expect(await bot.rows()).toMatchObject([{ status: 'started' }]);
});

it('sums what was used by day, newest first', async () => {
  const bot = await openBot();
  const before = { startedAt: new Date('2026-06-30T23:00:00Z') };
  await bot.settle(await bot.reserved(NO_CAPS, { ...before, turnId: '4' }), TOLD);
  await bot.settle(await bot.reserved(NO_CAPS, { turnId: '5' }), TOLD);
  await bot.settle(await bot.reserved(NO_CAPS, { turnId: '5', step: 2 }), TOLD);
  await bot.settle(await bot.reserved(), UNTOLD);
  expect(await bot.days()).toMatchObject([
    { day: '2026-07-01', turns: 1, calls: 3, failed: 1, untold: 1, inputTokens: '200', costMicros: '600', unpriced: 1 },
    { day: '2026-06-30', turns: 1, calls: 1, failed: 0, untold: 0, inputTokens: '100', costMicros: '300', unpriced: 0 },
  ]);
  expect(await bot.days(NOW)).toHaveLength(1);
});
