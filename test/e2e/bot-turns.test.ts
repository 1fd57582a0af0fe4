import { expect, test } from 'vitest';
import { useScriptedBot } from '../support/bots/scripted-bot.ts';

const ANN = '491711000001';
const bot = useScriptedBot();

test('a message during generation aborts the model call', async () => {
  await bot.fixture.addBot();
  bot.firstThen(async ({ signal }) => {
    await bot.fixture.says(ANN, 'and another thing');
    await bot.fixture.renew();
    expect(signal.aborted).toBe(true);
  });
  await bot.fixture.says(ANN, 'one thing');
  await bot.fixture.settle();
  expect(bot.fixture.taken).toHaveLength(1);
});

test('a message that arrives while the reply is being sent is answered by the next turn', async () => {
  await bot.fixture.addBot();
  await bot.fixture.says(ANN, 'one thing');
  const turn = await bot.fixture.database.db.prisma.botTurn.findFirstOrThrow();
  const data = { reply: ['reply stored'], answeredId: turn.triggerMessageId, epoch: 0 };
  await bot.fixture.database.db.prisma.botTurn.update({ where: { id: turn.id }, data });
  await bot.fixture.says(ANN, 'and another thing');
  await bot.fixture.settle();
  expect(bot.texts()).toEqual(['reply stored', `reply to ${bot.asked[0]?.text}`]);
  expect(await bot.fixture.outcomes()).toMatchObject([{ outcome: 'replied' }, { outcome: 'replied' }]);
});

test.for(['phone', 'dashboard'] as const)(
  'a person who answers on the %s before the turn is due replaces it: no model is called',
  async (way) => {
    await bot.fixture.addBot();
    await bot.fixture.says(ANN, 'Hello?');
    await (way === 'phone' ? bot.fixture.phoneSays(ANN, 'Here!') : bot.fixture.dashboardSays(ANN, 'Here!'));
    await bot.fixture.settle();
    expect(bot.asked).toEqual([]);
    expect(bot.texts()).toEqual([]);
    expect(await bot.fixture.outcomes()).toEqual([{ outcome: 'superseded_by_person', reason: null }]);
  },
);

test('a new message of the customer does not shorten the backoff of a busy provider', async () => {
  await bot.fixture.addBot({ maxWaitSeconds: 1 });
  let calls = 0;
  bot.reply = async () => (++calls === 1 ? { kind: 'overloaded', retryAfterMs: 50_000 } : { text: 'reply: both' });
  const start = Date.now();
  await bot.fixture.says(ANN, 'Hello?');
  bot.fixture.setNow(new Date(start + 1000));
  await bot.fixture.runDue();
  await bot.fixture.says(ANN, 'Are you there?');
  bot.fixture.setNow(new Date(start + 40_000));
  await bot.fixture.runDue();
  expect(calls).toBe(1);
  bot.fixture.setNow(new Date(start + 55_000));
  await bot.fixture.runDue();
  expect(calls).toBe(2);
  expect(bot.texts()).toEqual(['reply: both']);
});

test('does not send a stored reply of a bot that has been switched off', async () => {
  const botId = await bot.fixture.addBot();
  await bot.fixture.says(ANN, 'one thing');
  const { prisma } = bot.fixture.database.db;
  const turn = await prisma.botTurn.findFirstOrThrow();
  const data = { reply: ['reply stored'], answeredId: turn.triggerMessageId, epoch: 0 };
  await prisma.botTurn.update({ where: { id: turn.id }, data });
  await prisma.bot.update({ where: { id: botId }, data: { enabled: false } });
  await bot.fixture.dashboardSays(ANN, 'Here!');
  await bot.fixture.settle();
  expect(bot.texts()).toEqual([]);
  expect(await bot.fixture.outcomes()).toEqual([{ outcome: 'no_reply', reason: 'bot_off' }]);
});

test('splits a hand-over message that is too long for its channel', async () => {
  await bot.fixture.addBot({ handOverMessage: 'سيرد عليك زميل. '.repeat(60) });
  bot.reply = async () => ({ handOver: 'asked' });
  await bot.fixture.says(ANN, 'Hello?');
  const { prisma } = bot.fixture.database.db;
  // Instagram accepts 1,000 bytes; nothing can be sent there in this test.
  await prisma.conversation.updateMany({ data: { channel: 'ig' } });
  await bot.fixture.settle();
  const { reply: parts } = await prisma.botTurn.findFirstOrThrow();
  expect(parts).toHaveLength(2);
  for (const part of parts as string[]) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1000);
});

test('a conversation that is resolved during generation gets no reply, and the turn says why', async () => {
  await bot.fixture.addBot();
  await bot.fixture.says(ANN, 'Hello?');
  bot.reply = async () => {
    const { id } = await bot.fixture.conversationOf(ANN);
    await bot.fixture.database.db.prisma.conversation.update({ where: { id }, data: { status: 'resolved' } });
    return { text: 'reply: too late' };
  };
  await bot.fixture.settle();
  expect(bot.texts()).toEqual([]);
  expect(await bot.fixture.outcomes()).toEqual([{ outcome: 'superseded_by_person', reason: 'not_open' }]);
});

test('a dead key stops the bot everywhere, and people are notified once', async () => {
  const botId = await bot.fixture.addBot();
  bot.reply = async () => ({ kind: 'refused_key' });
  await Promise.all([ANN, '491711000002', '491711000003'].map((from) => bot.fixture.says(from, 'Hello?')));
  await bot.fixture.settle();
  expect(bot.fixture.taken).toEqual([]);
  expect(await bot.fixture.outcomes()).toEqual(Array(3).fill({ outcome: 'stopped', reason: 'key_refused' }));
  expect(await bot.fixture.facts()).toEqual([{ kind: 'bot_stopped', subject: `bot ${botId}` }]);
  const { status, stoppedReason } = await bot.fixture.database.db.prisma.bot.findUniqueOrThrow({
    where: { id: botId },
  });
  expect({ status, stoppedReason }).toEqual({ status: 'stopped', stoppedReason: 'key_refused' });
});

test('waits two minutes for a provider that stays busy, then hands over to a person', async () => {
  await bot.fixture.addBot({ maxWaitSeconds: 1 });
  bot.reply = async () => ({ kind: 'overloaded', retryAfterMs: 50_000 });
  const start = Date.now();
  await bot.fixture.says(ANN, 'Hello?');
  for (let nth = 0; nth < 4; nth++) {
    bot.fixture.setNow(new Date(start + nth * 51_000));
    await bot.fixture.runDue();
  }
  expect(bot.asked.length).toBeLessThanOrEqual(4);
  expect(await bot.fixture.outcomes()).toEqual([{ outcome: 'handed_over', reason: 'provider_busy' }]);
});

test('sends one reply when a busy provider recovers', async () => {
  await bot.fixture.addBot({ maxWaitSeconds: 1 });
  bot.reply = async () =>
    bot.asked.length === 1 ? { kind: 'overloaded', retryAfterMs: 20_000 } : { text: 'reply: here' };
  const start = Date.now();
  await bot.fixture.says(ANN, 'Hello?');
  bot.fixture.setNow(new Date(start + 1000));
  await bot.fixture.runDue();
  expect(await bot.fixture.outcomes()).toEqual([{ outcome: null, reason: null }]);
  bot.fixture.setNow(new Date(start + 21_000));
  await bot.fixture.runDue();
  expect(bot.texts()).toEqual(['reply: here']);
  expect(await bot.fixture.outcomes()).toEqual([{ outcome: 'replied', reason: null }]);
});

test.for([
  ['refuses', { outcome: 'failed', reason: 'graph_error' }, 0],
  ['loses', { outcome: 'unknown', reason: null }, 1],
] as const)('a reply that the provider %s ends its turn, and is not sent again', async ([taking, ending, taken]) => {
  await bot.fixture.addBot();
  bot.fixture.setTaking(taking);
  await bot.fixture.says(ANN, 'Hello?');
  await bot.fixture.settle();
  expect(await bot.fixture.outcomes()).toEqual([ending]);
  bot.fixture.setTaking('accepts');
  await bot.fixture.says(ANN, 'Are you there?');
  await bot.fixture.settle();
  expect(bot.texts()).toHaveLength(taken + 1);
  expect((await bot.fixture.outcomes()).at(-1)).toEqual({ outcome: 'replied', reason: null });
  const { balance, ledger } = await bot.fixture.balance();
  expect(balance).toBe(ledger);
});

test('shows a typing indicator once, and only when a reply is certain', async () => {
  await bot.fixture.addBot({ handOverMessage: null });
  bot.firstThen(async () => {
    expect(bot.fixture.typing()).toBe(0);
    await bot.fixture.says(ANN, 'and another thing');
  });
  await bot.fixture.says(ANN, 'one thing');
  await bot.fixture.settle();
  expect(bot.texts()).toHaveLength(1);
  expect(bot.fixture.typing()).toBe(1);
  bot.reply = async () => ({ handOver: 'asked' });
  await bot.fixture.says(ANN, 'a person, please');
  await bot.fixture.settle();
  expect(bot.fixture.typing()).toBe(1);
});

test('the same reply twice in a row pauses the bot and notifies people, but not the partner', async () => {
  await bot.fixture.addBot();
  bot.reply = async () => ({ text: 'reply: pardon?' });
  await bot.fixture.says(ANN, 'beep');
  await bot.fixture.settle();
  await bot.fixture.says(ANN, 'beep');
  await bot.fixture.settle();
  expect(bot.texts()).toEqual(['reply: pardon?']);
  const { id, ...conversation } = await bot.fixture.conversationOf(ANN);
  expect(conversation).toMatchObject({ bot: 'paused', botPausedAt: null });
  expect(await bot.fixture.facts()).toEqual([{ kind: 'bot_stopped', subject: `conversation ${id}` }]);
});

test('stops answering a partner who answers at once, as another bot does, after five answers', async () => {
  await bot.fixture.addBot();
  await bot.fixture.says(ANN, 'beep 0');
  for (let nth = 1; nth <= 9; nth++) {
    await bot.fixture.settle();
    await bot.fixture.says(ANN, `beep ${nth}`);
  }
  await bot.fixture.settle();
  expect(bot.texts()).toHaveLength(5);
  expect((await bot.fixture.outcomes()).at(-1)).toEqual({ outcome: 'stopped', reason: 'quick_answers' });
  expect(await bot.fixture.facts()).toHaveLength(1);
});

test('does not answer more turns in an hour than the bot’s limit', async () => {
  await bot.fixture.addBot({ turns: 2 });
  for (let nth = 0; nth < 3; nth++) {
    await bot.fixture.says(ANN, `question ${nth}`);
    await bot.fixture.settle();
  }
  expect(bot.texts()).toHaveLength(2);
  expect((await bot.fixture.outcomes()).at(-1)).toEqual({ outcome: 'capped', reason: 'turns_per_conversation_hour' });
});

test('takes over at the end of the lease of a worker that died during generation, and never sends that worker’s reply', async () => {
  await bot.fixture.addBot();
  await bot.fixture.says(ANN, 'Hello?');
  const now = new Date();
  await bot.fixture.database.db.prisma.botTurn.updateMany({
    data: {
      leaseToken: '00000000-0000-4000-8000-000000000000',
      leaseUntil: new Date(now.getTime() + 15_000),
      epoch: 0,
    },
  });
  await bot.fixture.runDue();
  expect(bot.asked).toEqual([]);
  bot.fixture.setNow(new Date(now.getTime() + 15_001));
  await bot.fixture.settle();
  expect(bot.texts()).toHaveLength(1);
});

test('a worker whose lease another one has taken writes nothing', async () => {
  await bot.fixture.addBot();
  bot.firstThen(async () => {
    await bot.fixture.database.db.prisma.botTurn.updateMany({
      data: { leaseToken: '00000000-0000-4000-8000-000000000000', leaseUntil: new Date(Date.now() + 600_000) },
    });
  });
  await bot.fixture.says(ANN, 'Hello?');
  await bot.fixture.runDue();
  expect(bot.fixture.taken).toEqual([]);
  expect(await bot.fixture.outcomes()).toEqual([{ outcome: null, reason: null }]);
});

test('when a worker dies after it sent a message, the next one sends the rest, and nothing twice', async () => {
  await bot.fixture.addBot();
  await bot.fixture.says(ANN, 'Hello?');
  const { database } = bot.fixture;
  const turn = await database.db.prisma.botTurn.findFirstOrThrow();
  const stored = { reply: ['reply 1', 'reply 2', 'reply 3'], answeredId: turn.triggerMessageId, epoch: 0 };
  await database.db.prisma.botTurn.update({ where: { id: turn.id }, data: stored });
  await bot.fixture.settle();
  // Simulates that none of the sends was recorded.
  const data = { state: 'open', outcome: null, sent: 0, leaseToken: null, leaseUntil: null };
  await database.db.prisma.botTurn.updateMany({ data });
  await bot.fixture.settle();
  expect(bot.texts()).toEqual(['reply 1', 'reply 2', 'reply 3']);
});
