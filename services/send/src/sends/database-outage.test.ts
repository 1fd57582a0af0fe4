import { setTimeout as pause } from 'node:timers/promises';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeEach(async () => {
  system = await openSend({ PARLEY_PROVIDER_TIMEOUT_MS: '5000' });
  tenant = await system.addTenant({ balance: 10 });
});
afterEach(() => system[Symbol.asyncDispose]());

/**
 * The database is cut between the provider's acceptance and its answer; a reservation that loses its commit is not
 * sent.
 */
const ANSWERS_AFTER_MS = 1000;

const untilAccepted = (to: string) =>
  pollUntil(async () => ((await system.accepted(to)).length === 1 ? true : null), {
    what: () => 'the provider to have it',
  });

const statusIs = (status: string) =>
  pollUntil(async () => ((await tenant.messages())[0]?.status === status ? true : null), {
    what: () => `the message to be ${status}`,
  });

test('a database outage is service_unavailable with retry_after, and nothing is sent', async () => {
  system.databaseSwitch.cut();
  await expect(tenant.send({ channel: 'tg', to: '950', message: 'x' })).rejects.toMatchObject({
    code: 'service_unavailable',
    extras: { retry_after: 1 },
  });
  system.databaseSwitch.restore();
  expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
  expect(await system.accepted('950')).toEqual([]);
  await expect(tenant.send({ channel: 'tg', to: '950', message: 'x' })).resolves.toMatchObject({ ok: true });
});

test('a send that the provider accepts during a database outage is stored afterwards, and the caller is answered in time', async () => {
  await system.fault({
    provider: 'tg',
    match: { to: '951' },
    mode: 'delay',
    delay_ms: ANSWERS_AFTER_MS,
    after_accept: true,
  });
  const sending = tenant.send({ channel: 'tg', to: '951', message: 'kept' }, { key: 'outage', deadlineMs: 3000 });
  await untilAccepted('951');
  system.databaseSwitch.cut();
  await expect(sending).rejects.toMatchObject({ code: 'provider_timeout' });
  system.databaseSwitch.restore();
  await statusIs('sent');
  expect(await tenant.events('message.sent')).toHaveLength(1);
  expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
  expect(await system.accepted('951')).toHaveLength(1);
  await expect(
    tenant.sendWithMeta({ channel: 'tg', to: '951', message: 'kept' }, { key: 'outage' }),
  ).resolves.toMatchObject({ output: { ok: true }, meta: { replayed: true } });
});

test('a short outage only delays the answer until the outcome is stored', async () => {
  await system.fault({
    provider: 'tg',
    match: { to: '952' },
    mode: 'delay',
    delay_ms: ANSWERS_AFTER_MS,
    after_accept: true,
  });
  const sending = tenant.send({ channel: 'tg', to: '952', message: 'short' });
  await untilAccepted('952');
  system.databaseSwitch.cut();
  await pause(ANSWERS_AFTER_MS);
  system.databaseSwitch.restore();
  await expect(sending).resolves.toMatchObject({ ok: true });
});

/** Sends, cuts the connection while `waiting` statements wait for the lock of `hold`, and releases the lock. */
async function loseWhileWaiting(hold: string, waiting: string): Promise<unknown> {
  const { lost } = await system.database.db.transaction(async (sql) => {
    await sql.query({ text: hold });
    const lost = tenant.send({ channel: 'tg', to: '953', message: 'x' }, { key: 'lost' }).catch((error) => error);
    await pollUntil(
      async () => {
        const [found] = await system.rows<{ n: number }>(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1`,
          waiting,
        );
        return found?.n ? true : null;
      },
      { what: () => 'the reservation to wait' },
    );
    system.databaseSwitch.cut();
    return { lost };
  });
  const error = await lost;
  system.databaseSwitch.restore();
  return error;
}

test.each([
  ['a new recipient', 0],
  ['a known one', 1],
])('a reservation for %s whose commit got no answer is refunded, and its Idempotency-Key is free', async (_, sent) => {
  for (let n = 0; n < sent; n++) await tenant.send({ channel: 'tg', to: '953', message: 'before' });
  // The commit waits for the lock. Its connection is cut, and then PostgreSQL finishes the commit.
  await system.rows(
    `CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(953); RETURN NULL; END'`,
  );
  await system.rows(
    `CREATE CONSTRAINT TRIGGER wait_at_commit AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`,
  );
  expect(await loseWhileWaiting('SELECT pg_advisory_xact_lock(953)', 'COMMIT')).toMatchObject({
    code: 'service_unavailable',
  });
  await pollUntil(
    async () => {
      const { balance, ledger } = await tenant.balance();
      const message = (await tenant.messages())[sent];
      return balance === 10 - sent && ledger === balance && message?.status === 'failed' ? true : null;
    },
    { what: () => 'the refund' },
  );
  expect(await tenant.events()).toHaveLength(sent);
  expect(await system.accepted('953')).toHaveLength(sent);
  await expect(tenant.send({ channel: 'tg', to: '953', message: 'x' }, { key: 'lost' })).resolves.toMatchObject({
    ok: true,
  });
});

test('a reservation lost before its commit reserves nothing, and its Idempotency-Key is free', async () => {
  expect(
    await loseWhileWaiting(
      `SELECT 1 FROM tenants WHERE id = ${tenant.id} FOR UPDATE`,
      '%FROM tenants%FOR NO KEY UPDATE%',
    ),
  ).toMatchObject({ code: 'service_unavailable' });
  expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
  await expect(tenant.send({ channel: 'tg', to: '953', message: 'x' }, { key: 'lost' })).resolves.toMatchObject({
    ok: true,
  });
  expect((await tenant.messages()).map(({ status }) => status)).toEqual(['sent']);
});

test('a restart finishes running sends', async () => {
  await system.fault({ provider: 'tg', match: { to: '954' }, mode: 'delay', delay_ms: 300 });
  const sending = tenant.send({ channel: 'tg', to: '954', message: 'last' });
  await statusIs('sending');
  await system.restart();
  await expect(sending).resolves.toMatchObject({ ok: true });
  expect((await tenant.messages()).map(({ status }) => status)).toEqual(['sent']);
});
