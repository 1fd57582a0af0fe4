import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pollUntil } from '@parley/testing/poll-until';
import { isAlive } from '@parley/testing/programs/is-alive';
import { perTier } from '@parley/testing/tier';
import { expect, onTestFinished, test } from 'vitest';
import { linkDevice, makePerson, personWritesTo, untilSession } from '../support/channels/linked-devices.ts';
import { FAULT_TEST_MS } from '../support/load/fault-cluster.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';
import { expectSigned, webhookOf } from '../support/webhooks/expectations.ts';

// docs/operations/backups.md#restore

const CLI = fileURLToPath(new URL('../../apps/parley/dist/cli.js', import.meta.url));
const MESSAGES = perTier({ short: 15, soak: 300 });
const BALANCE = 10_000;
const run = promisify(execFile);

const key = randomBytes(32).toString('base64');
const backup = (system: System, ...args: string[]) =>
  run(process.execPath, [CLI, 'backup', ...args], {
    env: { ...process.env, PARLEY_DATA_DIR: system.dataDir, PARLEY_BACKUP_KEY: key },
  });

/** Ids of sends and text of customers' messages that were answered 200. */
interface Written {
  sends: string[];
  texts: string[];
}

async function writeOne(tenant: TestTenant, written: Written): Promise<void> {
  const template = { name: 'order_update', variables: ['a', 'b'] };
  const sent = await tenant.post('send', { channel: 'wa', to: `+${uniqueDigits('17')}`, template });
  expect(sent.status).toBe(200);
  written.sends.push(String(sent.body.message_id));
  const text = `text ${uniqueDigits('')}`;
  const received = await tenant.customerWrites(uniqueDigits('16'), { text });
  expect(received.callbacks[0]?.status).toBe(200);
  written.texts.push(text);
}

async function writeMany(tenant: TestTenant, count: number): Promise<Written> {
  const written: Written = { sends: [], texts: [] };
  for (let n = 0; n < count; n++) await writeOne(tenant, written);
  return written;
}

/** Writes messages until the work has ended. */
async function writeDuring(tenant: TestTenant, work: Promise<unknown>): Promise<Written> {
  const written: Written = { sends: [], texts: [] };
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await writeOne(tenant, written);
  await done;
  return written;
}

/** Kills every process and deletes the data, as when a machine is lost. */
async function loseMachine({ kill, dataDir }: System): Promise<void> {
  const [pid = ''] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  kill('SIGKILL');
  process.kill(Number(pid), 'SIGKILL');
  await pollUntil(() => !isAlive(Number(pid)) || null, { what: () => 'PostgreSQL to be gone' });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

test('a restore has everything from before the backup and nothing from after it, and credit and devices work', {
  timeout: FAULT_TEST_MS,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-drill-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const system = await startSystem('one-machine', { PARLEY_CONFIRM_WAIT_SECONDS: '3' }, { ownSandbox: true });
  onTestFinished(() => system.stop());
  const file = join(directory, 'backup');
  const tenant = await makeTenant(system, { balance: String(BALANCE), channels: ['wa', 'wd'] });
  const device = await linkDevice(system, tenant);
  const before = await writeMany(tenant, MESSAGES);

  const during = await writeDuring(tenant, backup(system, 'create', file));
  const after = await writeMany(tenant, MESSAGES);
  const verified = JSON.parse((await backup(system, 'verify', file, '--json')).stdout);
  expect(verified.problems).toEqual([]);

  await loseMachine(system);
  await backup(system, 'restore', file);
  await system.restart();

  const isKnown = async (id: string): Promise<boolean> =>
    (await tenant.get('message', { message_id: id })).status === 200;
  const known = async (ids: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const id of ids) if (await isKnown(id)) found.push(id);
    return found;
  };
  expect(await known(before.sends)).toEqual(before.sends);
  const kept = await known(during.sends);
  // The backup is one moment: of what was written one after the other, the first part is in it.
  expect(kept).toEqual(during.sends.slice(0, kept.length));
  expect(await known(after.sends)).toEqual([]);
  const searched = async (text: string): Promise<number> => {
    const { body } = await tenant.admin('GET', `/messages?q=${encodeURIComponent(text)}`);
    return body.items?.length ?? 0;
  };
  await pollUntil(async () => (await searched(before.texts[0] ?? '')) || null, { what: () => 'the first text' });
  expect(await searched(after.texts.at(-1) ?? '')).toBe(0);

  // A send in progress at the moment of the backup is refunded. Balance and ledger agree, as verify has found.
  await pollUntil(
    async () => (await tenant.get('status')).body.balance === BALANCE - before.sends.length - kept.length || null,
    { what: () => `a balance without the ${before.sends.length + kept.length} sends` },
  );

  await untilSession(tenant, device.token, 'connected');
  const person = await makePerson(system);
  const text = `after the restore ${uniqueDigits('')}`;
  await personWritesTo(system, person, device.number, { type: 'text', text });
  const event = await webhookOf(tenant, 'message.received', (data) => data.text === text);
  expectSigned(event, tenant.webhookSecret);
  const next = await writeMany(tenant, 1);
  expect(await known(next.sends)).toEqual(next.sends);
});
