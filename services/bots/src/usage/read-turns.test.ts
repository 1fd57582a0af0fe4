import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBot, addConversation, addMessage } from '../../test/bot-rows.ts';
import { type OpenBots, openBots, START } from '../../test/open-bots.ts';
import { listBotTurns } from './list-bot-turns.ts';
import { showBotUsage } from './show-bot-usage.ts';

let open: OpenBots;
beforeAll(async () => {
  open = await openBots();
});
afterAll(() => open[Symbol.asyncDispose]());

async function openTurns() {
  const { db } = open.database;
  const { prisma } = db;
  const { id: tenantId, slug } = await makeTestTenant(db);
  const botId = await addBot(db, tenantId);
  const conversation = await addConversation(db, tenantId);
  const message = await addMessage(db, conversation, { text: 'hello' });
  const base = {
    tenantId,
    botId,
    provider: 'openai',
    model: 'm',
    keyMode: 'own',
    startedAt: START,
    reservedTokens: 900,
  };
  return {
    bot: { slug, id: `bot_${botId}` },
    message,
    async addTurn(given: { reply?: string[]; outcome?: string; costs?: (bigint | null)[] }): Promise<string> {
      const { reply, outcome, costs = [] } = given;
      const turn = await prisma.botTurn.create({
        data: {
          tenantId,
          botId,
          conversationId: conversation.id,
          triggerMessageId: BigInt(message),
          state: outcome === undefined ? 'open' : 'done',
          outcome: outcome ?? null,
          ...(reply ? { reply, sent: reply.length } : {}),
          firstAt: START,
          dueAt: START,
          createdAt: START,
          endedAt: outcome === undefined ? null : START,
        },
      });
      const tokens = { inputTokens: 10, cachedTokens: 4, outputTokens: 3, reasoningTokens: 1, status: 'completed' };
      for (const [index, costMicros] of costs.entries())
        await prisma.botUsage.create({
          data: {
            ...{ ...base, ...tokens, turnId: turn.id, step: index + 1, costMicros },
            priceVersion: costMicros === null ? null : '2026-07',
          },
        });
      return `turn_${turn.id}`;
    },
  };
}

it('lists turns newest first, each with its cost', async () => {
  const turns = await openTurns();
  const first = await turns.addTurn({ outcome: 'replied', reply: ['Hi!', 'There.'], costs: [1_500_000n, 500n] });
  const second = await turns.addTurn({ outcome: 'handed_over', costs: [null] });
  const third = await turns.addTurn({});
  const page = await listBotTurns(open.service, { ...turns.bot, limit: 2 });
  expect(page.items.map(({ id }) => id)).toEqual([third, second]);
  expect(page.items).toMatchObject([
    {
      state: 'open',
      outcome: null,
      texts: [],
      sent: 0,
      usage: { calls: 0, inputTokens: 0, cost: '0' },
      endedAt: null,
    },
    { outcome: 'handed_over', usage: { calls: 1, inputTokens: 10, cost: null, priceVersions: [] } },
  ]);
  const rest = await listBotTurns(open.service, { ...turns.bot, limit: 2, cursor: page.nextCursor ?? undefined });
  expect(rest).toMatchObject({
    items: [
      {
        id: first,
        triggerMessageId: turns.message,
        texts: ['Hi!', 'There.'],
        sent: 2,
        usage: {
          calls: 2,
          inputTokens: 20,
          cachedTokens: 8,
          outputTokens: 6,
          reasoningTokens: 2,
          cost: '1.5005',
          priceVersions: ['2026-07'],
        },
      },
    ],
    nextCursor: null,
  });
});

it('sums usage by day', async () => {
  const turns = await openTurns();
  await turns.addTurn({ outcome: 'replied', costs: [250_000n, 250_000n] });
  const { items } = await showBotUsage(open.service, { ...turns.bot, by: 'day', days: 30 });
  expect(items).toEqual([
    {
      day: '2026-07-01',
      turns: 1,
      calls: 2,
      failedCalls: 0,
      untoldCalls: 0,
      inputTokens: 20,
      cachedTokens: 8,
      outputTokens: 6,
      reasoningTokens: 2,
      cost: '0.5',
    },
  ]);
});

it('shows no turns of another tenant', async () => {
  const turns = await openTurns();
  const other = await openTurns();
  await turns.addTurn({ outcome: 'replied' });
  const bot = { slug: other.bot.slug, id: turns.bot.id };
  const unknown = { code: 'unknown_bot' };
  await expect(listBotTurns(open.service, { ...bot, limit: 10 })).rejects.toMatchObject(unknown);
  await expect(showBotUsage(open.service, { ...bot, by: 'day', days: 1 })).rejects.toMatchObject(unknown);
});
