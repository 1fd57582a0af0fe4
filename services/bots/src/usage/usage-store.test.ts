import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBot } from '../../test/bot-rows.ts';
import { type OpenBots, openBots, START } from '../../test/open-bots.ts';
import { reserveUsage } from '../replies/model-calls.steps.ts';
import { TRIALS_PER_DAY, TRIALS_PER_MINUTE, type UsageCaps } from './budget.rules.ts';
import { sumUsageByDay } from './report.store.ts';
import type { NewUsage, SettledUsage } from './usage.rules.ts';
import { markInterrupted, settleUsage } from './usage.store.ts';

let open: OpenBots;
let database: OpenBots['database'];
beforeAll(async () => {
  open = await openBots({ environment: { PARLEY_BOT_PRICE: PRICE } });
  ({ database } = open);
});
afterAll(() => open[Symbol.asyncDispose]());

/** Price of a reply on the deployment’s key. */
const PRICE = '2.5';
const NO_CAPS: UsageCaps = { tokensPerDay: null, costPerMonthMicros: null };
const REPORTED: SettledUsage = {
  status: 'completed',
  usage: { inputTokens: 100, cachedInputTokens: 40, outputTokens: 20, reasoningTokens: 5 },
  costMicros: 300n,
  errorClass: null,
  isUnpaid: false,
  endedAt: START,
};
const UNREPORTED: SettledUsage = { ...REPORTED, usage: null, costMicros: null, errorClass: 'timeout' };

async function openBot() {
  const tenant = await makeTestTenant(database.db);
  const botId = await addBot(database.db, tenant.id);
  const call: NewUsage = {
    tenantId: tenant.id,
    botId,
    turnId: '4',
    step: 1,
    provider: 'openai',
    model: 'm',
    keyMode: 'own',
    worst: { tokens: 1000, costMicros: 5000n },
    priceVersion: '2026-07',
    startedAt: START,
  };
  // As many connections as there are callers: only the row locks serialize them.
  const { environment, database: replyDatabase } = open.service;
  const reserve = (caps: UsageCaps = NO_CAPS, given: Partial<NewUsage> = {}) =>
    reserveUsage({ environment, replyDatabase }, { ...call, ...given }, caps);
  return {
    tenantId: tenant.id,
    botId,
    reserve,
    async reserved(caps: UsageCaps = NO_CAPS, given: Partial<NewUsage> = {}): Promise<string> {
      const made = await reserve(caps, given);
      if ('refused' in made) throw new Error(made.refused.kind);
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

it('concurrent calls exceed no cap together', async () => {
  const bot = await openBot();
  const made = await Promise.all(Array.from({ length: 20 }, () => bot.reserve(tokens(5500))));
  expect(made.filter((one) => 'id' in one)).toHaveLength(5);
  expect(made.filter((one) => 'refused' in one)).toHaveLength(15);
  expect(await bot.rows()).toHaveLength(5);
});

it.each([
  [
    'a settled call counts with its usage instead of its worst case',
    REPORTED,
    { refused: { kind: 'cap', cap: 'tokens_per_day' } },
    1119,
    null,
  ],
  ['exactly the remaining tokens are enough', REPORTED, null, 1120, null],
  [
    'the worst case counts where nobody told',
    UNREPORTED,
    { refused: { kind: 'cap', cap: 'tokens_per_day' } },
    1999,
    null,
  ],
  ['a call known to be free does not count', { ...UNREPORTED, costMicros: 0n, isUnpaid: true }, null, 1000, null],
  ['money counts as it was spent', REPORTED, { refused: { kind: 'cap', cap: 'cost_per_month' } }, null, 5299n],
  ['money is enough to the last millionth', REPORTED, null, null, 5300n],
  [
    'money that nobody told counts as its worst case',
    UNREPORTED,
    { refused: { kind: 'cap', cap: 'cost_per_month' } },
    null,
    9999n,
  ],
] as const)('%s', async (_name, settled, refused, tokensPerDay, costPerMonthMicros) => {
  const bot = await openBot();
  await bot.settle(await bot.reserved(), settled);
  const made = await bot.reserve({ tokensPerDay, costPerMonthMicros });
  if (refused) expect(made).toEqual(refused);
  else expect(made).toEqual({ id: expect.any(String) });
});

it('days and months start afresh, and other bots do not count', async () => {
  const bot = await openBot();
  const other = await openBot();
  await other.reserved();
  await bot.reserved(NO_CAPS, { startedAt: new Date('2026-06-30T23:59:59Z') });
  expect(await bot.reserve(tokens(1000))).toHaveProperty('id');
  expect(await bot.reserve(money(5000n))).toEqual({ refused: { kind: 'cap', cap: 'cost_per_month' } });
  expect(await bot.reserve(money(10_000n))).toHaveProperty('id');
});

it('a call whose process died is interrupted once, and counts with its worst case', async () => {
  const bot = await openBot();
  const id = await bot.reserved();
  await markInterrupted(database.db, { before: START, now: START });
  expect(await bot.rows()).toMatchObject([{ status: 'started' }]);
  await markInterrupted(database.db, { before: new Date(START.getTime() + 1), now: START });
  expect(await bot.rows()).toMatchObject([{ status: 'interrupted', inputTokens: null, endedAt: START }]);
  expect(await bot.reserve(tokens(1999))).toEqual({ refused: { kind: 'cap', cap: 'tokens_per_day' } });
  // The process was only slow.
  await bot.settle(id, REPORTED);
  expect(await bot.rows()).toMatchObject([
    { status: 'completed', inputTokens: 100, cachedTokens: 40, outputTokens: 20, reasoningTokens: 5, costMicros: 300n },
  ]);
});

it('a call of another tenant cannot be settled', async () => {
  const bot = await openBot();
  const other = await openBot();
  const id = await bot.reserved();
  await other.settle(id, REPORTED);
  expect(await bot.rows()).toMatchObject([{ status: 'started' }]);
});

it('sums usage by day, newest first', async () => {
  const bot = await openBot();
  const before = { startedAt: new Date('2026-06-30T23:00:00Z') };
  await bot.settle(await bot.reserved(NO_CAPS, { ...before, turnId: '4' }), REPORTED);
  await bot.settle(await bot.reserved(NO_CAPS, { turnId: '5' }), REPORTED);
  await bot.settle(await bot.reserved(NO_CAPS, { turnId: '5', step: 2 }), REPORTED);
  await bot.settle(await bot.reserved(NO_CAPS, { turnId: null }), UNREPORTED);
  expect(await bot.days()).toMatchObject([
    { day: '2026-07-01', turns: 1, calls: 3, failed: 1, untold: 1, inputTokens: '200', costMicros: '600', unpriced: 1 },
    { day: '2026-06-30', turns: 1, calls: 1, failed: 0, untold: 0, inputTokens: '100', costMicros: '300', unpriced: 0 },
  ]);
  expect(await bot.days(START)).toHaveLength(1);
});

describe('a reply on the deployment’s key', () => {
  const ON_PLATFORM = { keyMode: 'platform' } as const;

  async function openPlatformBot(balance: number, given: { status?: string; lowCreditThreshold?: number } = {}) {
    const bot = await openBot();
    const { prisma } = database.db;
    const { tenantId } = bot;
    await prisma.creditEntry.create({ data: { tenantId, kind: 'top_up', amount: balance } });
    await prisma.tenant.update({ where: { id: tenantId }, data: { balance, ...given } });
    return {
      ...bot,
      reserveFor: (turnId: string | null, more: Partial<NewUsage> = {}) =>
        bot.reserve(NO_CAPS, { ...ON_PLATFORM, turnId, ...more }),
      async credit() {
        const tenant = await prisma.tenant.findUniqueOrThrow({ where: { id: tenantId } });
        const entries = await prisma.creditEntry.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
        expect(entries.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(Number(tenant.balance));
        return {
          balance: Number(tenant.balance),
          moves: entries.slice(1).map((e) => [e.kind, Number(e.amount), e.note]),
        };
      },
    };
  }

  it('debits its price before the model is asked, once per turn, however often it is asked', async () => {
    const bot = await openPlatformBot(10);
    for (const step of [1, 2, 1]) expect(await bot.reserveFor('7', { step })).toHaveProperty('id');
    expect(await bot.credit()).toEqual({ balance: 7.5, moves: [['bot', -2.5, 'turn_7']] });
    expect(await bot.reserveFor('8')).toHaveProperty('id');
    expect(await bot.credit()).toMatchObject({ balance: 5 });
  });

  it('is not requested without the credit, however many requests run at once', async () => {
    const bot = await openPlatformBot(6);
    const asked = await Promise.all(Array.from({ length: 12 }, (_, index) => bot.reserveFor(String(100 + index))));
    expect(asked.filter((one) => 'id' in one)).toHaveLength(2);
    expect(asked.filter((one) => 'refused' in one)).toHaveLength(10);
    expect(await bot.reserveFor('200')).toEqual({ refused: { kind: 'credit', reason: 'no_credit' } });
    expect(await bot.credit()).toMatchObject({ balance: 1 });
    expect(await bot.rows()).toHaveLength(2);
  });

  it('for an inactive tenant is not requested, whatever its balance', async () => {
    const bot = await openPlatformBot(100, { status: 'inactive' });
    expect(await bot.reserveFor('7')).toEqual({ refused: { kind: 'credit', reason: 'tenant_inactive' } });
    expect(await bot.reserveFor(null, { keyMode: 'own' })).toEqual({
      refused: { kind: 'credit', reason: 'tenant_inactive' },
    });
    expect(await bot.rows()).toEqual([]);
  });

  it('refunds its price once if the call certainly cost nothing, and debits it again with the next', async () => {
    const bot = await openPlatformBot(10);
    const id = await bot.reserved(NO_CAPS, { ...ON_PLATFORM, turnId: '7' });
    const unpaid: SettledUsage = { ...UNREPORTED, costMicros: 0n, isUnpaid: true, errorClass: 'overloaded' };
    await bot.settle(id, unpaid);
    await bot.settle(id, unpaid);
    expect(await bot.credit()).toEqual({
      balance: 10,
      moves: [
        ['bot', -2.5, 'turn_7'],
        ['refund', 2.5, 'turn_7'],
      ],
    });
    await bot.settle(await bot.reserved(NO_CAPS, { ...ON_PLATFORM, turnId: '7' }), REPORTED);
    expect(await bot.credit()).toMatchObject({ balance: 7.5 });
  });

  it('keeps its price if the model answered, or may have answered', async () => {
    const bot = await openPlatformBot(10);
    await bot.settle(await bot.reserved(NO_CAPS, { ...ON_PLATFORM, turnId: '7' }), REPORTED);
    await bot.settle(await bot.reserved(NO_CAPS, { ...ON_PLATFORM, turnId: '8' }), UNREPORTED);
    await bot.reserveFor('9');
    await markInterrupted(database.db, { before: new Date(START.getTime() + 1), now: START });
    expect(await bot.credit()).toMatchObject({ balance: 2.5 });
    // The worker that takes over a dead worker's turn pays nothing again.
    expect(await bot.reserveFor('9')).toHaveProperty('id');
    expect(await bot.credit()).toMatchObject({ balance: 2.5 });
  });

  it('reports the threshold that its price crosses, once', async () => {
    const bot = await openPlatformBot(10, { lowCreditThreshold: 8 });
    const { prisma } = database.db;
    const { tenantId } = bot;
    await prisma.recipient.create({
      data: { tenantId, name: 'Ann', kinds: {}, language: 'en', timeZone: 'UTC', createdAt: START },
    });
    await bot.reserveFor('7');
    await bot.reserveFor('8');
    const facts = await prisma.notificationFact.findMany({ where: { tenantId } });
    expect(facts).toMatchObject([{ kind: 'low_credit', data: { balance: '7.5', threshold: '8' } }]);
  });
});

describe('trials', () => {
  it('are rate limited per tenant across all its bots, also for concurrent callers', async () => {
    const bot = await openBot();
    const second = await addBot(database.db, bot.tenantId);
    const others = await openBot();
    const trial = (given: Partial<NewUsage> = {}) => bot.reserve(NO_CAPS, { turnId: null, ...given });
    const asked = await Promise.all(
      Array.from({ length: TRIALS_PER_MINUTE + 5 }, (_, index) => trial(index % 2 ? { botId: second } : {})),
    );
    expect(asked.filter((one) => 'id' in one)).toHaveLength(TRIALS_PER_MINUTE);
    expect(await trial()).toEqual({ refused: { kind: 'limit', retryAfterSeconds: 60 } });
    expect(await others.reserve(NO_CAPS, { turnId: null })).toHaveProperty('id');
    // An admitted trial finishes.
    expect(await trial({ step: 2 })).toHaveProperty('id');
    expect(await trial({ startedAt: new Date(START.getTime() + 60_000) })).toHaveProperty('id');
  });

  it('are limited per day', async () => {
    const bot = await openBot();
    const hourAgo = new Date(START.getTime() - 3_600_000);
    const base = { tenantId: bot.tenantId, botId: bot.botId, step: 1, provider: 'openai', model: 'm', keyMode: 'own' };
    const data = Array.from({ length: TRIALS_PER_DAY }, () => ({ ...base, startedAt: hourAgo }));
    await database.db.prisma.botUsage.createMany({ data });
    expect(await bot.reserve(NO_CAPS, { turnId: null })).toEqual({
      refused: { kind: 'limit', retryAfterSeconds: 3600 },
    });
  });
});
