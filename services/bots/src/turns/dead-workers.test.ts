import { endClaimsOf } from '@parley/database/claims/end-claims';
import { makeSharedClaims } from '@parley/database/claims/take-over';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { startMortalWorker } from '@parley/testing/programs/mortal-worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBot, addConversation, addMessage } from '../../test/bot-rows.ts';
import { START } from '../../test/open-bots.ts';
import { claimTurns, releaseTurn, renewLeases } from './turn.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const LEASE_MS = 15_000;
const at = (ms: number) => new Date(START.getTime() + ms);

async function addTurn(): Promise<void> {
  const { id: tenantId } = await makeTestTenant(database.db);
  const conversation = await addConversation(database.db, tenantId);
  const triggerMessageId = BigInt(await addMessage(database.db, conversation, { text: 'hello' }));
  const botId = await addBot(database.db, tenantId);
  await database.db.prisma.botTurn.create({
    data: {
      tenantId,
      botId,
      conversationId: conversation.id,
      triggerMessageId,
      firstAt: START,
      dueAt: START,
      createdAt: START,
    },
  });
}

/** Claims one turn with the number of a worker at a given time. */
const claim = (holder: number | null, now: Date) =>
  claimTurns(database.db, { now, until: new Date(now.getTime() + LEASE_MS), count: 1, holder, without: [] });

test('the turn of a dead worker is claimed at once, and the turn of a living worker when its lease expires', async () => {
  const { db } = database;
  await addTurn();
  const worker = await startMortalWorker(database, 'bots');
  const [theirs] = await claim(worker.number, START);
  if (!theirs) throw new Error('No turn was due.');
  const { takeOver } = makeSharedClaims({
    database: db,
    service: 'bots',
    logger: { warn() {} },
    endClaims: (holders) => endClaimsOf(db, 'bot_turns', holders),
  });
  await takeOver();
  await takeOver();
  expect(await claim(null, at(1))).toEqual([]);
  await worker.die();
  await takeOver();
  await takeOver();
  const [ours] = await claim(null, at(2));
  expect(ours?.turn).toMatchObject({ id: theirs.turn.id, attempt: 2 });
  expect(await renewLeases(db, [theirs.turn], at(LEASE_MS))).toEqual([]);
  if (ours) await releaseTurn(db, ours.turn, at(600_000));
});

test('a turn that is released, or claimed without a number, belongs to no worker', async () => {
  const { prisma } = database.db;
  await addTurn();
  const [first] = await claim(7, START);
  if (!first) throw new Error('No turn was due.');
  await releaseTurn(database.db, first.turn, START);
  const where = { id: BigInt(first.turn.id) };
  expect(await prisma.botTurn.findUnique({ where })).toMatchObject({ holder: null, leaseUntil: null });
  expect(await claim(null, START)).toHaveLength(1);
  expect(await prisma.botTurn.findUnique({ where })).toMatchObject({ holder: null, leaseUntil: at(LEASE_MS) });
});
