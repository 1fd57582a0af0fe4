import { connectDatabase, type Database } from '@parley/database/connection/connect-database';
import { splitServers } from '@parley/database/connection/reach-servers';
import type { OwnPostgres } from '@parley/testing/database/own-postgres';
import { startReplicatedPostgres } from '@parley/testing/database/replicated-postgres';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type System, startSystem } from '../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';
import { webhookOf } from '../support/webhooks/expectations.ts';

// docs/operations/database.md#a-replica-for-reads

let servers: OwnPostgres;
let standby: Database;
let system: System;
let tenant: TestTenant;
beforeAll(async () => {
  servers = await startReplicatedPostgres();
  const [primaryUrl = '', standbyUrl = ''] = splitServers(servers.url).map(({ url }) => url);
  standby = connectDatabase({ url: standbyUrl });
  system = await startSystem('one-machine', { DATABASE_URL: primaryUrl, DATABASE_READ_URL: standbyUrl });
  tenant = await makeTenant(system);
}, 180_000);
afterAll(async () => {
  await system?.stop();
  await standby?.close();
  await servers?.stop();
});

type Outcome = 'replica' | 'lag' | 'failure' | 'conflict';

/** Reads of the process so far, by where they went. */
async function countReads(): Promise<Record<Outcome, number>> {
  const text = await (await fetch(`${system.origin}/metrics`)).text();
  const countOf = (outcome: Outcome): number =>
    Number(new RegExp(`^parley_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
  return {
    replica: countOf('replica'),
    lag: countOf('lag'),
    failure: countOf('failure'),
    conflict: countOf('conflict'),
  };
}

/** A customer writes, and the conversation is in the list as soon as its event was delivered. */
async function writeAndList(): Promise<void> {
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: `written by ${customer}` });
  await webhookOf(tenant, 'message.received', ({ text }) => text === `written by ${customer}`);
  const { status, body } = await tenant.admin('GET', '/conversations');
  expect(status).toBe(200);
  expect(JSON.stringify(body)).toContain(customer);
}

test('lists have what was just stored, from the standby, and from the primary while the standby lags', async () => {
  const written = async (outcome: Outcome): Promise<true | null> => {
    const before = await countReads();
    await writeAndList();
    return (await countReads())[outcome] > before[outcome] || null;
  };
  await pollUntil(() => written('replica'), { what: () => 'a list from the standby' });

  await standby.query({ text: 'SELECT pg_wal_replay_pause()' });
  await pollUntil(() => written('lag'), { what: () => 'a list from the primary' });
  const paused = await countReads();
  await writeAndList();
  expect((await countReads()).replica).toBe(paused.replica);

  await standby.query({ text: 'SELECT pg_wal_replay_resume()' });
  await pollUntil(() => written('replica'), { what: () => 'a list from the standby again' });
});
