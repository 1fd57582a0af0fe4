import type { MakeReply, ReplyJob } from '@parley/bots/use-cases/make-reply';
import { resumeBots } from '@parley/messaging/bots/resume-bots';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BotFixture, openBotFixture } from '../support/bot-fixture.ts';

const ANN = '491711000001';

let fixture: BotFixture;
let asked: ReplyJob[];
let reply: MakeReply;
beforeEach(async () => {
  asked = [];
  reply = async ({ triggerMessageId }) => ({ kind: 'reply', texts: [`reply to ${triggerMessageId}`] });
  fixture = await openBotFixture((wanted) => {
    asked.push(wanted);
    return reply(wanted);
  });
});
afterEach(() => fixture[Symbol.asyncDispose]());

const botTexts = () => fixture.taken.map(({ text }) => text).filter((text) => text.startsWith('reply'));
/** What the fake model does the first time, and what afterwards. */
const firstThen = (first: (wanted: ReplyJob) => Promise<void>): void => {
  const after = reply;
  let isFirst = true;
  reply = async (wanted) => {
    if (isFirst) {
      isFirst = false;
      await first(wanted);
    }
    return after(wanted);
  };
};

test('a message during generation ends the call of the model', async () => {
  await fixture.addBot();
  firstThen(async ({ signal }) => {
    await fixture.says(ANN, 'and another thing');
    await fixture.turns.renew();
    expect(signal.aborted).toBe(true);
  });
  await fixture.says(ANN, 'one thing');
  await fixture.settle();
  expect(fixture.taken).toHaveLength(1);
});

test('what a customer writes while the reply is being sent is answered by the next turn', async () => {
  await fixture.addBot();
  await fixture.says(ANN, 'one thing');
  const turn = await fixture.database.db.prisma.botTurn.findFirstOrThrow();
  const data = { reply: ['reply stored'], answeredId: turn.triggerMessageId, epoch: 0 };
  await fixture.database.db.prisma.botTurn.update({ where: { id: turn.id }, data });
  await fixture.says(ANN, 'and another thing');
  await fixture.settle();
  expect(botTexts()).toEqual(['reply stored', `reply to ${asked[0]?.triggerMessageId}`]);
  expect(await fixture.outcomes()).toMatchObject([{ outcome: 'replied' }, { outcome: 'replied' }]);
});

test.for(['phone', 'dashboard'] as const)(
  'a person who answers on the %s before the turn is due has answered: no model is called',
  async (way) => {
    await fixture.addBot();
    await fixture.says(ANN, 'Hello?');
    await (way === 'phone' ? fixture.phoneSays(ANN, 'Here!') : fixture.dashboardSays(ANN, 'Here!'));
    await fixture.settle();
    expect(asked).toEqual([]);
    expect(botTexts()).toEqual([]);
    expect(await fixture.outcomes()).toEqual([{ outcome: 'superseded_by_person', reason: null }]);
  },
);

test('a provider that is busy is not asked sooner because the customer writes again', async () => {
  await fixture.addBot({ maxWaitSeconds: 1 });
  let calls = 0;
  reply = async () => (++calls === 1 ? { kind: 'wait', seconds: 50 } : { kind: 'reply', texts: ['reply: both'] });
  const start = Date.now();
  await fixture.says(ANN, 'Hello?');
  fixture.setNow(new Date(start + 1000));
  await fixture.runDue();
  await fixture.says(ANN, 'Are you there?');
  fixture.setNow(new Date(start + 40_000));
  await fixture.runDue();
  expect(calls).toBe(1);
  fixture.setNow(new Date(start + 55_000));
  await fixture.runDue();
  expect(calls).toBe(2);
  expect(botTexts()).toEqual(['reply: both']);
});

test('a stored reply of a bot that was set off meanwhile is not sent', async () => {
  const botId = await fixture.addBot();
  await fixture.says(ANN, 'one thing');
  const { prisma } = fixture.database.db;
  const turn = await prisma.botTurn.findFirstOrThrow();
  const data = { reply: ['reply stored'], answeredId: turn.triggerMessageId, epoch: 0 };
  await prisma.botTurn.update({ where: { id: turn.id }, data });
  await prisma.bot.update({ where: { id: botId }, data: { enabled: false } });
  await fixture.dashboardSays(ANN, 'Here!');
  await fixture.settle();
  expect(botTexts()).toEqual([]);
  expect(await fixture.outcomes()).toEqual([{ outcome: 'no_reply', reason: 'bot_off' }]);
});

test('a hand-over message that is too long for its channel becomes parts', async () => {
  await fixture.addBot({ handOverMessage: 'سيرد عليك زميل. '.repeat(60) });
  reply = async () => ({ kind: 'hand_over', reason: 'asked' });
  await fixture.says(ANN, 'Hello?');
  const { prisma } = fixture.database.db;
  // Instagram takes 1,000 bytes; here nothing can be sent there.
  await prisma.conversation.updateMany({ data: { channel: 'ig' } });
  await fixture.settle();
  const { reply: parts } = await prisma.botTurn.findFirstOrThrow();
  expect(parts).toHaveLength(2);
  for (const part of parts as string[]) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1000);
});

test('a conversation that is resolved while the reply is made gets none, and the turn says why', async () => {
  await fixture.addBot();
  await fixture.says(ANN, 'Hello?');
  reply = async () => {
    const { id } = await fixture.conversationOf(ANN);
    await fixture.database.db.prisma.conversation.update({ where: { id }, data: { status: 'resolved' } });
    return { kind: 'reply', texts: ['reply: too late'] };
  };
  await fixture.settle();
  expect(botTexts()).toEqual([]);
  expect(await fixture.outcomes()).toEqual([{ outcome: 'superseded_by_person', reason: 'not_open' }]);
});

test('a dead key stops the bot everywhere, and the people are told once', async () => {
  const botId = await fixture.addBot();
  reply = async () => ({ kind: 'stopped', reason: 'key_refused' });
  await Promise.all([ANN, '491711000002', '491711000003'].map((from) => fixture.says(from, 'Hello?')));
  await fixture.settle();
  expect(fixture.taken).toEqual([]);
  expect(await fixture.outcomes()).toEqual(Array(3).fill({ outcome: 'stopped', reason: 'key_refused' }));
  expect(await fixture.facts()).toEqual([{ kind: 'bot_stopped', subject: `bot ${botId}` }]);
  const { status, stoppedReason } = await fixture.database.db.prisma.bot.findUniqueOrThrow({ where: { id: botId } });
  expect({ status, stoppedReason }).toEqual({ status: 'stopped', stoppedReason: 'key_refused' });
});

test('a provider that stays busy is waited for two minutes, then a person is asked', async () => {
  await fixture.addBot({ maxWaitSeconds: 1 });
  reply = async () => ({ kind: 'wait', seconds: 50 });
  const start = Date.now();
  await fixture.says(ANN, 'Hello?');
  for (let nth = 0; nth < 4; nth++) {
    fixture.setNow(new Date(start + nth * 51_000));
    await fixture.runDue();
  }
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(await fixture.outcomes()).toEqual([{ outcome: 'handed_over', reason: 'provider_busy' }]);
});

test('a busy provider that recovers makes one reply', async () => {
  await fixture.addBot({ maxWaitSeconds: 1 });
  reply = async () => (asked.length === 1 ? { kind: 'wait', seconds: 20 } : { kind: 'reply', texts: ['reply: here'] });
  const start = Date.now();
  await fixture.says(ANN, 'Hello?');
  fixture.setNow(new Date(start + 1000));
  await fixture.runDue();
  expect(await fixture.outcomes()).toEqual([{ outcome: null, reason: null }]);
  fixture.setNow(new Date(start + 21_000));
  await fixture.runDue();
  expect(botTexts()).toEqual(['reply: here']);
  expect(await fixture.outcomes()).toEqual([{ outcome: 'replied', reason: null }]);
});

test.for([
  ['refuses', { outcome: 'failed', reason: 'graph_error' }, 0],
  ['loses', { outcome: 'unknown', reason: null }, 1],
] as const)('a reply that the provider %s ends its turn, and is not sent again', async ([taking, ending, taken]) => {
  await fixture.addBot();
  fixture.setTaking(taking);
  await fixture.says(ANN, 'Hello?');
  await fixture.settle();
  expect(await fixture.outcomes()).toEqual([ending]);
  fixture.setTaking('accepts');
  await fixture.says(ANN, 'Are you there?');
  await fixture.settle();
  expect(botTexts()).toHaveLength(taken + 1);
  expect((await fixture.outcomes()).at(-1)).toEqual({ outcome: 'replied', reason: null });
  const { balance, ledger } = await fixture.balance();
  expect(balance).toBe(ledger);
});

test('the customer sees that somebody types once, and only when a reply is certain', async () => {
  await fixture.addBot({ handOverMessage: null });
  firstThen(async () => {
    expect(fixture.typing()).toBe(0);
    await fixture.says(ANN, 'and another thing');
  });
  await fixture.says(ANN, 'one thing');
  await fixture.settle();
  expect(botTexts()).toHaveLength(1);
  expect(fixture.typing()).toBe(1);
  reply = async () => ({ kind: 'hand_over', reason: 'asked' });
  await fixture.says(ANN, 'a person, please');
  await fixture.settle();
  expect(fixture.typing()).toBe(1);
});

test('the same reply twice in a row pauses the bot and tells the people, not the partner', async () => {
  await fixture.addBot();
  reply = async () => ({ kind: 'reply', texts: ['reply: pardon?'] });
  await fixture.says(ANN, 'beep');
  await fixture.settle();
  await fixture.says(ANN, 'beep');
  await fixture.settle();
  expect(botTexts()).toEqual(['reply: pardon?']);
  const { id, bot, botPausedAt } = await fixture.conversationOf(ANN);
  expect({ bot, botPausedAt }).toEqual({ bot: 'paused', botPausedAt: null });
  expect(await fixture.facts()).toEqual([{ kind: 'bot_stopped', subject: `conversation ${id}` }]);
});

test('a partner who answers at once, as another bot does, is left after five answers', async () => {
  await fixture.addBot();
  await fixture.says(ANN, 'beep 0');
  for (let nth = 1; nth <= 9; nth++) {
    await fixture.settle();
    await fixture.says(ANN, `beep ${nth}`);
  }
  await fixture.settle();
  expect(botTexts()).toHaveLength(5);
  expect((await fixture.outcomes()).at(-1)).toEqual({ outcome: 'stopped', reason: 'quick_answers' });
  expect(await fixture.facts()).toHaveLength(1);
});

test('more turns in an hour than the bot may have are not answered', async () => {
  await fixture.addBot({ turns: 2 });
  for (let nth = 0; nth < 3; nth++) {
    await fixture.says(ANN, `question ${nth}`);
    await fixture.settle();
  }
  expect(botTexts()).toHaveLength(2);
  expect((await fixture.outcomes()).at(-1)).toEqual({ outcome: 'capped', reason: 'turns_per_conversation_hour' });
});

test('a worker that dies over a generation is followed when its lease ends; what it was making is never sent', async () => {
  await fixture.addBot();
  await fixture.says(ANN, 'Hello?');
  const now = new Date();
  await fixture.database.db.prisma.botTurn.updateMany({
    data: {
      leaseToken: '00000000-0000-4000-8000-000000000000',
      leaseUntil: new Date(now.getTime() + 15_000),
      epoch: 0,
    },
  });
  await fixture.runDue();
  expect(asked).toEqual([]);
  fixture.setNow(new Date(now.getTime() + 15_001));
  await fixture.settle();
  expect(botTexts()).toHaveLength(1);
});

test('a worker whose lease another one has taken writes nothing', async () => {
  await fixture.addBot();
  firstThen(async () => {
    await fixture.database.db.prisma.botTurn.updateMany({
      data: { leaseToken: '00000000-0000-4000-8000-000000000000', leaseUntil: new Date(Date.now() + 600_000) },
    });
  });
  await fixture.says(ANN, 'Hello?');
  await fixture.runDue();
  expect(fixture.taken).toEqual([]);
  expect(await fixture.outcomes()).toEqual([{ outcome: null, reason: null }]);
});

test('a worker that dies after its message was sent: the next one sends the rest, and nothing twice', async () => {
  await fixture.addBot();
  await fixture.says(ANN, 'Hello?');
  reply = async () => ({ kind: 'reply', texts: ['reply 1', 'reply 2', 'reply 3'] });
  const { database } = fixture;
  await fixture.settle();
  // As if nothing of what was sent had been written down.
  const data = { state: 'open', outcome: null, sent: 0, leaseToken: null, leaseUntil: null };
  await database.db.prisma.botTurn.updateMany({ data });
  await fixture.settle();
  expect(botTexts()).toEqual(['reply 1', 'reply 2', 'reply 3']);
});

describe('a customer who writes on and on', () => {
  test('has the model asked four times a turn at most, each time later, and gets the last answer', async () => {
    await fixture.addBot({ maxWaitSeconds: 1 });
    const dueAfterMs: number[] = [];
    const { prisma } = fixture.database.db;
    const start = Date.now();
    fixture.setNow(new Date(start));
    reply = async ({ triggerMessageId }) => {
      if (asked.length <= 6) await fixture.says(ANN, `and ${asked.length}`);
      return { kind: 'reply', texts: [`reply to ${triggerMessageId}`] };
    };
    await fixture.says(ANN, 'one thing');
    for (let elapsed = 0; (await fixture.outcomes())[0]?.outcome === null; ) {
      await fixture.runDue();
      const open = await prisma.botTurn.findFirst({ where: { state: 'open' }, orderBy: { id: 'asc' } });
      if (!open) break;
      const dueMs = open.dueAt.getTime() - start;
      if ((await fixture.outcomes())[0]?.outcome === null) dueAfterMs.push(dueMs - elapsed);
      elapsed = Math.max(elapsed, dueMs);
      fixture.setNow(new Date(start + elapsed));
    }
    expect(asked).toHaveLength(4);
    expect(dueAfterMs).toEqual([1000, 2000, 4000]);
    expect(botTexts()).toEqual([`reply to ${asked[3]?.triggerMessageId}`]);
    expect(await fixture.outcomes()).toEqual([
      { outcome: 'replied', reason: null },
      { outcome: null, reason: null },
    ]);
  });

  test('ends no call of the model that is the last of its turn', async () => {
    await fixture.addBot();
    const { prisma } = fixture.database.db;
    const aborted: boolean[] = [];
    firstThen(async ({ signal }) => {
      await fixture.says(ANN, 'and another thing');
      await fixture.turns.renew();
      aborted.push(signal.aborted);
    });
    await fixture.says(ANN, 'one thing');
    await prisma.botTurn.updateMany({ data: { attempt: 3 } });
    await fixture.settle();
    expect(aborted).toEqual([false]);
    expect(botTexts()).toHaveLength(2);
  });
});

describe('a tenant that cannot pay', () => {
  const setBalance = (balance: number) =>
    fixture.database.db.prisma.tenant.updateMany({ where: { id: fixture.tenant.id }, data: { balance } });
  const bots = () =>
    fixture.database.db.prisma.bot.findMany({ select: { status: true, stoppedReason: true }, orderBy: { id: 'asc' } });
  const STOPPED = { status: 'stopped', stoppedReason: 'no_credit' };

  test.for(['own', 'platform'] as const)(
    'has no model asked on the %s key: its bot stops, it is notified once, and credit starts the bot again',
    async (keyMode) => {
      await fixture.addBot({ keyMode });
      const { db } = fixture.database;
      // A message costs 1, and so does a reply on the deployment’s key.
      await setBalance(keyMode === 'own' ? 0.5 : 1.5);
      await fixture.says(ANN, 'Hello?');
      await fixture.says('491711000002', 'Hello?');
      await fixture.settle();
      expect(asked).toEqual([]);
      expect(await fixture.outcomes()).toEqual([
        { outcome: 'stopped', reason: 'no_credit' },
        { outcome: 'stopped', reason: 'no_credit' },
      ]);
      expect(await bots()).toEqual([STOPPED]);
      expect((await fixture.facts()).filter(({ kind }) => kind === 'bot_stopped')).toHaveLength(1);
      await fixture.says(ANN, 'Hello??');
      expect(await fixture.outcomes()).toHaveLength(2);

      await setBalance(keyMode === 'own' ? 1 : 2);
      await db.transaction((sql) => resumeBots(sql, fixture.tenant.id, new Date()));
      await fixture.says(ANN, 'Hello???');
      await fixture.settle();
      expect(botTexts()).toHaveLength(1);
    },
  );

  test('has its bot stopped where the credit went while the reply was made', async () => {
    await fixture.addBot();
    firstThen(async () => {
      await setBalance(0);
    });
    await fixture.says(ANN, 'Hello?');
    await fixture.settle();
    expect(botTexts()).toEqual([]);
    expect(await fixture.outcomes()).toEqual([{ outcome: 'failed', reason: 'insufficient_balance' }]);
    expect(await bots()).toEqual([STOPPED]);
  });

  test('and is inactive has no model asked, and its bot goes on once it is active', async () => {
    await fixture.addBot();
    const { prisma } = fixture.database.db;
    await fixture.says(ANN, 'Hello?');
    await prisma.tenant.update({ where: { id: fixture.tenant.id }, data: { status: 'inactive' } });
    await fixture.settle();
    expect(await fixture.outcomes()).toEqual([{ outcome: 'stopped', reason: 'tenant_inactive' }]);
    await fixture.says(ANN, 'Hello??');
    expect(await fixture.outcomes()).toHaveLength(1);
    expect(asked).toEqual([]);
    await prisma.tenant.update({ where: { id: fixture.tenant.id }, data: { status: 'active' } });
    await fixture.says(ANN, 'Hello???');
    await fixture.settle();
    expect(botTexts()).toHaveLength(1);
  });
});
