import { createTestDatabase, type TestDatabase } from '@parley/testing/test-database';
import { makeTestTenant } from '@parley/testing/test-tenant';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isBotOf, listTurns } from '../src/storage/turn-list-store.ts';
import { sumUsageByDay } from '../src/storage/usage-report-store.ts';
import { makeReadTurns } from '../src/use-cases/read-turns.ts';
import { addBot, addConversation, addMessage } from './bot-rows.ts';
import { NOW } from './reply-bench.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const reader = () =>
  makeReadTurns({
    isBotOf: (tenantId, botId) => isBotOf(database.db, tenantId, botId),
    listTurns: (given) => listTurns(database.db, given),
    sumUsageByDay: (given) => sumUsageByDay(database.db, given),
    now: () => NOW,
  });

async function openTurns() {
  const { prisma } = database.db;
  const { id: tenantId } = await makeTestTenant(database.db);
  const botId = await addBot(database.db, tenantId);
  const conversation = await addConversation(database.db, tenantId);
  const message = await addMessage(database.db, conversation, { text: 'hello' });
  const base = { tenantId, botId, provider: 'openai', model: 'm', keyMode: 'own', startedAt: NOW, reservedTokens: 900 };
  return {
    tenantId,
    id: `bot_${botId}`,
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
          firstAt: NOW,
          dueAt: NOW,
          createdAt: NOW,
          endedAt: outcome === undefined ? null : NOW,
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
  const page = await reader().list(turns.tenantId, { id: turns.id, limit: 2 });
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
  const rest = await reader().list(turns.tenantId, { id: turns.id, limit: 2, cursor: page.nextCursor ?? undefined });
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
  const { items } = await reader().usage(turns.tenantId, { id: turns.id, by: 'day', days: 30 });
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
  await expect(reader().list(other.tenantId, { id: turns.id, limit: 10 })).rejects.toMatchObject({
    code: 'unknown_bot',
  });
  await expect(reader().usage(other.tenantId, { id: turns.id, by: 'day', days: 1 })).rejects.toMatchObject({
    code: 'unknown_bot',
  });
});
