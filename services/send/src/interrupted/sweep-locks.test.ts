import { pollUntil } from '@parley/testing/poll-until';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { makeStranger, type TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend();
});
beforeEach(async () => {
  tenant = await system.addTenant({ balance: 10 });
});
afterAll(() => system[Symbol.asyncDispose]());

const inAnHour = (): Date => new Date(Date.now() + 3_600_000);

/** A send without an outcome, and its conversation. */
async function addUnknownSend(): Promise<{ id: string; conversation: number }> {
  const to = makeStranger();
  await system.fault({ provider: 'wa', match: { to }, mode: 'hang', after_accept: true });
  await tenant.send({ channel: 'wa', to, template: { name: 'hello_world', language: 'en_US' } }).catch(() => {});
  const { id } = await tenant.onlyMessage();
  const [row] = await system.rows<{ conversation: number }>(
    `SELECT conversation_id AS conversation FROM messages WHERE id = $1 AND status = 'unknown'`,
    id,
  );
  if (!row) throw new Error('The send has an outcome.');
  return { id, conversation: row.conversation };
}

const untilLockIsAwaited = () =>
  pollUntil(
    async () => {
      const waiting = await system.rows(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0 || null;
    },
    { what: () => 'the sweep to wait for a lock' },
  );

/** Runs a transaction of another writer. The transaction that finds a deadlock, after its timeout, is the victim. */
async function beside(deadlockTimeout: '10ms' | '1min', work: (writer: PoolClient) => Promise<void>): Promise<void> {
  const writer = await system.database.db.pool.connect();
  try {
    await writer.query('BEGIN');
    await writer.query(`SET LOCAL deadlock_timeout = '${deadlockTimeout}'`);
    await work(writer);
    await writer.query('COMMIT');
  } finally {
    await writer.query('ROLLBACK');
    writer.release();
  }
}
const lockTenant = (writer: PoolClient) =>
  writer.query('SELECT 1 FROM tenants WHERE id = $1 FOR NO KEY UPDATE', [tenant.id]);
const lockConversation = (writer: PoolClient, conversation: number) =>
  writer.query('SELECT 1 FROM conversations WHERE id = $1 FOR NO KEY UPDATE', [conversation]);

const expectRefunded = async (): Promise<void> => {
  expect((await tenant.onlyMessage()).status).toBe('failed');
  expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
  expect(await tenant.events()).toHaveLength(1);
};

test('a sweep waits for a batch of sends that holds the tenant, before it locks the conversation of either', async () => {
  const { conversation } = await addUnknownSend();
  let sweeping: Promise<unknown> = Promise.resolve();
  await beside('10ms', async (writer) => {
    await lockTenant(writer);
    sweeping = system.sweepAt(inAnHour());
    sweeping.catch(() => {}); // awaited below
    await untilLockIsAwaited();
    await lockConversation(writer, conversation);
  });
  expect(await sweeping).toMatchObject({ ended: 1 });
  await expectRefunded();
});

test('a sweep that is the victim of a deadlock runs again, and refunds once', async () => {
  const { conversation } = await addUnknownSend();
  let sweeping: Promise<unknown> = Promise.resolve();
  await beside('1min', async (writer) => {
    await lockConversation(writer, conversation);
    sweeping = system.sweepAt(inAnHour());
    sweeping.catch(() => {}); // awaited below
    await untilLockIsAwaited();
    await lockTenant(writer);
  });
  expect(await sweeping).toMatchObject({ ended: 1 });
  await expectRefunded();
});
