import { randomBytes } from 'node:crypto';
import { cancelScheduledOfKey, countScheduledOfKey } from '@parley/messaging/scheduled/cancel-scheduled-of-key';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { inHours, later } from '../../test/scheduled.ts';
import type { TestTenant } from '../../test/test-tenant.ts';
import { makeCancelOfRevokedKeys } from './cancel-of-revoked-keys.ts';
import { sendDue } from './send-due.ts';

let system: OpenSend;
beforeAll(async () => {
  system = await openSend();
});
afterAll(() => system[Symbol.asyncDispose]());

/** Another key of the tenant. */
async function addKey({ id }: TestTenant): Promise<string> {
  const instanceId = `ins_${randomBytes(8).toString('hex')}`;
  await system.rows(
    `INSERT INTO api_keys (instance_id, tenant_id, label, key_hash, webhook_secret) VALUES ($1, $2, 'other', $3, '')`,
    instanceId,
    id,
    randomBytes(32),
  );
  return instanceId;
}

const schedule = async (
  tenant: TestTenant,
  count: number,
  instanceId = tenant.instanceId,
  first = 900,
): Promise<void> => {
  for (let sent = 0; sent < count; sent++) await tenant.send(later(`${first + sent}`), { instanceId });
};

async function statusesOf(tenant: TestTenant): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of await tenant.messages()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

// docs/reference/sends.md#who-scheduled-it
test('the messages of a key are cancelled, refunded and reported once, and the messages of another key stay', async () => {
  const tenant = await system.addTenant();
  const other = await addKey(tenant);
  const before = await tenant.balance();
  await schedule(tenant, 60);
  await schedule(tenant, 2, other);
  expect(await countScheduledOfKey(system.database.db, tenant.instanceId)).toBe(60);
  await cancelScheduledOfKey(system.database.db, tenant.instanceId, new Date());
  await pollUntil(async () => ((await statusesOf(tenant)).failed === 60 ? true : null), {
    what: () => 'the messages of the key to be cancelled',
  });
  expect(await statusesOf(tenant)).toEqual({ failed: 60, scheduled: 2 });
  expect(await tenant.balance()).toEqual({ balance: before.balance - 2, ledger: before.ledger - 2 });
  const events = await tenant.events('message.status');
  expect(events).toHaveLength(60);
  expect(events[0]?.data).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
});

test('a process that ends between two batches leaves the rest to the next one', async () => {
  const tenant = await system.addTenant();
  await schedule(tenant, 30);
  const dead = system.openService();
  await system.database.db.transaction(async (sql) => {
    await cancelScheduledOfKey(sql, tenant.instanceId, new Date());
  });
  await makeCancelOfRevokedKeys(dead.service)();
  const next = makeCancelOfRevokedKeys(system.openService().service);
  while (await next());
  await pollUntil(async () => ((await statusesOf(tenant)).failed === 30 ? true : null), { what: () => 'the rest' });
});

test('no message is sent after the request, even if it is due before its batch', async () => {
  const tenant = await system.addTenant();
  await schedule(tenant, 1, tenant.instanceId, 990);
  const worker = system.otherWorker(inHours(2));
  await cancelScheduledOfKey(system.database.db, tenant.instanceId, new Date());
  await sendDue(worker);
  await worker.runningSends.idle();
  await pollUntil(async () => ((await statusesOf(tenant)).failed === 1 ? true : null), {
    what: () => 'the end of the message',
  });
  expect(await system.accepted('990')).toEqual([]);
});

test('the request ends ten minutes after the last of the messages', async () => {
  const tenant = await system.addTenant();
  const { service } = system.openService();
  await cancelScheduledOfKey(system.database.db, tenant.instanceId, new Date());
  const run = makeCancelOfRevokedKeys(service);
  while (await run());
  expect(
    await system.rows('SELECT 1 FROM scheduled_cancellations WHERE instance_id = $1', tenant.instanceId),
  ).toHaveLength(1);
  const afterwards = makeCancelOfRevokedKeys({ ...service, now: () => new Date(Date.now() + 11 * 60_000) });
  while (await afterwards());
  expect(await system.rows('SELECT 1 FROM scheduled_cancellations WHERE instance_id = $1', tenant.instanceId)).toEqual(
    [],
  );
});
