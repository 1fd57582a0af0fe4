import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installWheel } from '../../sdks/conformance/support/install-python.ts';
import { run } from '../../sdks/conformance/support/language.ts';
import { type System, startSystem } from '../../test/support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../test/support/tenants/client.ts';
import { webhookOf } from '../../test/support/webhooks/expectations.ts';

const PROGRAM = fileURLToPath(new URL('appointments.py', import.meta.url));

let folder: string;
let python: string;
let system: System;
let tenant: TestTenant;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-appointments-'));
  [python, system] = await Promise.all([installWheel(folder), startSystem('one-machine')]);
  tenant = await makeTenant(system);
}, 180_000);
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the program until it has read all events; resolves to the lines that it printed. */
async function runOnce(database = 'appointments.db'): Promise<string[]> {
  const variables = {
    PARLEY_BASE_URL: `${system.origin}/${tenant.slug}/api/messaging/`,
    PARLEY_API_KEY: tenant.apiKey,
    DATABASE: join(folder, database),
  };
  const given = [PROGRAM, join(folder, 'appointments.csv'), '--once'];
  const { stdout } = await run(python, given, { env: { ...process.env, ...variables } });
  return stdout.split('\n').filter(Boolean);
}

const isMessage = ({ event }: { event: string }): boolean => event === 'message.received';

test('appointments.py reminds each person once, and notes and confirms each answer once', async () => {
  const [amal = '', bader = '', carol = ''] = ['1650', '1650', '1650'].map(uniqueDigits);
  const rows = [
    ['1', `+${amal}`, 'Amal', '9:00'],
    ['2', `+${bader}`, 'Bader', '9:30'],
    ['3', `+${carol}`, 'Carol', '10:00'],
  ];
  await writeFile(join(folder, 'appointments.csv'), ['id,phone,name,time', ...rows.map(String)].join('\n'));
  await tenant.customerWrites(amal, { text: 'no' });
  await pollUntil(async () => (await tenant.get('events')).body.events.some(isMessage) || null, {
    what: () => 'the message before the reminders in the ledger',
  });
  await system.sandbox.failNext({ provider: 'wa', mode: 'error', code: 131026, match: { to: carol } });
  expect(await runOnce()).toEqual(['Amal: reminded', 'Bader: reminded', 'Carol: unreachable']);
  // After a loss of the database, the idempotency keys prevent a second reminder.
  expect(await runOnce('lost.db')).toContain('Amal: reminded');

  await tenant.customerWrites(amal, { text: 'Yes!' });
  await tenant.customerWrites(bader, { text: 'perhaps' });
  await tenant.customerWrites(bader, { text: 'no' });
  await webhookOf(tenant, 'message.received', ({ text }) => text === 'no');
  expect(await runOnce()).toEqual(['Amal: comes', 'Bader: cancelled']);
  expect(await runOnce()).toEqual([]);

  const sentTo = async (to: string) => (await system.sandbox.calls({ channel: 'wa', to: `+${to}` })).sends;
  expect(await sentTo(amal)).toMatchObject([
    { body: { type: 'template' } },
    { body: { text: { body: 'Thank you, Amal. See you at 9:00.' } } },
  ]);
  expect(await sentTo(bader)).toMatchObject([
    { body: { type: 'template' } },
    { body: { text: { body: 'We have cancelled 9:30. Thank you, Bader.' } } },
  ]);
});
