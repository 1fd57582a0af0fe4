import { resumeBots } from '@parley/messaging/bots/resume-bots';
import { describe, expect, test } from 'vitest';
import { useScriptedBot } from '../support/bots/scripted-bot.ts';

const ANN = '491711000001';
const bot = useScriptedBot();

describe('a customer who keeps writing', () => {
  test('causes at most four model calls a turn, each later than the last, and gets the last answer', async () => {
    await bot.fixture.addBot({ maxWaitSeconds: 1 });
    const dueAfterMs: number[] = [];
    const { prisma } = bot.fixture.database.db;
    const start = Date.now();
    bot.fixture.setNow(new Date(start));
    bot.reply = async ({ text }) => {
      if (bot.asked.length <= 6) await bot.fixture.says(ANN, `and ${bot.asked.length}`);
      return { text: `reply to ${text}` };
    };
    await bot.fixture.says(ANN, 'one thing');
    for (let elapsed = 0; (await bot.fixture.outcomes())[0]?.outcome === null; ) {
      await bot.fixture.runDue();
      const open = await prisma.botTurn.findFirst({ where: { state: 'open' }, orderBy: { id: 'asc' } });
      if (!open) break;
      const dueMs = open.dueAt.getTime() - start;
      if ((await bot.fixture.outcomes())[0]?.outcome === null) dueAfterMs.push(dueMs - elapsed);
      elapsed = Math.max(elapsed, dueMs);
      bot.fixture.setNow(new Date(start + elapsed));
    }
    expect(bot.asked).toHaveLength(4);
    expect(dueAfterMs).toEqual([1000, 2000, 4000]);
    expect(bot.texts()).toEqual([`reply to ${bot.asked[3]?.text}`]);
    expect(await bot.fixture.outcomes()).toEqual([
      { outcome: 'replied', reason: null },
      { outcome: null, reason: null },
    ]);
  });

  test('does not interrupt the last model call of a turn', async () => {
    await bot.fixture.addBot();
    const { prisma } = bot.fixture.database.db;
    const aborted: boolean[] = [];
    bot.firstThen(async ({ signal }) => {
      await bot.fixture.says(ANN, 'and another thing');
      await bot.fixture.renew();
      aborted.push(signal.aborted);
    });
    await bot.fixture.says(ANN, 'one thing');
    await prisma.botTurn.updateMany({ data: { attempt: 3 } });
    await bot.fixture.settle();
    expect(aborted).toEqual([false]);
    expect(bot.texts()).toHaveLength(2);
  });
});

describe('a tenant that cannot pay', () => {
  const setBalance = (balance: number) =>
    bot.fixture.database.db.prisma.tenant.updateMany({ where: { id: bot.fixture.tenant.id }, data: { balance } });
  const bots = () =>
    bot.fixture.database.db.prisma.bot.findMany({
      select: { status: true, stoppedReason: true },
      orderBy: { id: 'asc' },
    });
  const STOPPED = { status: 'stopped', stoppedReason: 'no_credit' };

  test.for(['own', 'platform'] as const)(
    'causes no model call on the %s key: its bot stops, it is notified once, and credit restarts the bot',
    async (keyMode) => {
      await bot.fixture.addBot({ keyMode });
      const { db } = bot.fixture.database;
      // A message costs 1, and so does a reply on the deployment’s key.
      await setBalance(keyMode === 'own' ? 0.5 : 1.5);
      await bot.fixture.says(ANN, 'Hello?');
      await bot.fixture.says('491711000002', 'Hello?');
      await bot.fixture.settle();
      expect(bot.asked).toEqual([]);
      expect(await bot.fixture.outcomes()).toEqual([
        { outcome: 'stopped', reason: 'no_credit' },
        { outcome: 'stopped', reason: 'no_credit' },
      ]);
      expect(await bots()).toEqual([STOPPED]);
      expect((await bot.fixture.facts()).filter(({ kind }) => kind === 'bot_stopped')).toHaveLength(1);
      await bot.fixture.says(ANN, 'Hello??');
      expect(await bot.fixture.outcomes()).toHaveLength(2);

      await setBalance(keyMode === 'own' ? 1 : 2);
      await db.transaction((sql) => resumeBots(sql, bot.fixture.tenant.id, new Date()));
      await bot.fixture.says(ANN, 'Hello???');
      await bot.fixture.settle();
      expect(bot.texts()).toHaveLength(1);
    },
  );

  test('has its bot stopped when the credit is spent during generation', async () => {
    await bot.fixture.addBot();
    bot.firstThen(async () => {
      await setBalance(0);
    });
    await bot.fixture.says(ANN, 'Hello?');
    await bot.fixture.settle();
    expect(bot.texts()).toEqual([]);
    expect(await bot.fixture.outcomes()).toEqual([{ outcome: 'failed', reason: 'insufficient_balance' }]);
    expect(await bots()).toEqual([STOPPED]);
  });

  test('and is inactive causes no model call, and its bot continues once it is active', async () => {
    await bot.fixture.addBot();
    const { prisma } = bot.fixture.database.db;
    await bot.fixture.says(ANN, 'Hello?');
    await prisma.tenant.update({ where: { id: bot.fixture.tenant.id }, data: { status: 'inactive' } });
    await bot.fixture.settle();
    expect(await bot.fixture.outcomes()).toEqual([{ outcome: 'stopped', reason: 'tenant_inactive' }]);
    await bot.fixture.says(ANN, 'Hello??');
    expect(await bot.fixture.outcomes()).toHaveLength(1);
    expect(bot.asked).toEqual([]);
    await prisma.tenant.update({ where: { id: bot.fixture.tenant.id }, data: { status: 'active' } });
    await bot.fixture.says(ANN, 'Hello???');
    await bot.fixture.settle();
    expect(bot.texts()).toHaveLength(1);
  });
});
