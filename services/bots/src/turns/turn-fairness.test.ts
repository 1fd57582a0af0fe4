import { at } from '@parley/common/at';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { expect, test } from 'vitest';
import { addConversation, addMessage } from '../../test/bot-rows.ts';
import { type OpenBots, openBots, START } from '../../test/open-bots.ts';
import { runDueTurns } from './run-due-turns.ts';
import { MAX_RUNNING, RESERVED_SLOTS } from './turn.rules.ts';
import { claimTurns } from './turn.store.ts';

const MINUTE_MS = 60_000;

/** A tenant whose customers wait for its bot, since `agoMs`; returns its id. */
async function addTurns({ database: { db } }: OpenBots, count: number, agoMs: number): Promise<number> {
  const { id: tenantId } = await makeTestTenant(db);
  const botId = await makeTestBot(db, { tenantId });
  const dueAt = new Date(START.getTime() - agoMs);
  for (let n = 0; n < count; n++) {
    const conversation = await addConversation(db, tenantId);
    const triggerMessageId = BigInt(await addMessage(db, conversation, { text: 'hello' }));
    const times = { firstAt: dueAt, dueAt, createdAt: dueAt };
    await db.prisma.botTurn.create({
      data: { tenantId, botId, conversationId: conversation.id, triggerMessageId, ...times },
    });
  }
  return tenantId;
}

/** Starts claimed turns of a tenant that never end, as a model that hangs would keep them. */
async function hang({ database: { db }, service }: OpenBots, count: number): Promise<void> {
  const until = new Date(START.getTime() + MINUTE_MS);
  const claimed = await claimTurns(db, { now: START, until, count, holder: null, without: [] });
  expect(claimed).toHaveLength(count);
  for (const claim of claimed) service.runningTurns.start(claim, () => new Promise(() => {}));
}

/** The turns of a tenant that were claimed: some of them may have ended already. */
const startedOf = ({ database: { db } }: OpenBots, tenantId: number): Promise<number> =>
  db.prisma.botTurn.count({ where: { tenantId, attempt: { gt: 0 } } });

test('a tenant whose model hangs leaves the reserved slots to the turns of other tenants', async () => {
  await using open = await openBots();
  const first = await addTurns(open, MAX_RUNNING + 1, 2 * MINUTE_MS);
  await hang(open, MAX_RUNNING - RESERVED_SLOTS);
  const second = await addTurns(open, 1, MINUTE_MS);
  while (await runDueTurns(open.service));
  expect(await startedOf(open, first)).toBe(MAX_RUNNING - RESERVED_SLOTS);
  const turns = await open.database.db.prisma.botTurn.findMany({ where: { tenantId: second } });
  expect(at(turns, 0).attempt).toBe(1);
});

test('a tenant alone uses all slots but the reserved ones, and others go before its waiting turns', async () => {
  await using open = await openBots();
  const first = await addTurns(open, 120, 2 * MINUTE_MS);
  await hang(open, 40);
  const second = await addTurns(open, 10, MINUTE_MS);
  await runDueTurns(open.service);
  expect([await startedOf(open, first), await startedOf(open, second)]).toEqual([40 + 64 - 10, 10]);
});
