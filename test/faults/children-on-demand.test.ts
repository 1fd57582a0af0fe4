import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBotTenant } from '../support/bots/bots.ts';
import { callJson } from '../support/requests/call-json.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// docs/architecture.md#processes-of-the-one-machine-form
const START_WITHIN_MS = 120_000;
const UNKNOWN_PAGE = `1-1-${'A'.repeat(43)}`;

let system: System;
beforeAll(async () => {
  // Its providers run elsewhere, so that it has no demo: no device and no bot.
  system = await startSystem('one-machine', {}, { ownSandbox: true });
}, START_WITHIN_MS);
afterAll(() => system.stop(), START_WITHIN_MS);

const runs = async (child: 'pairing' | 'bots'): Promise<boolean> => (await system.processes(child)).length > 0;

const operator = (path: string) => callJson('GET', `${system.origin}/api/admin${path}`, { token: system.adminToken });

test('without a device and without a bot no child process runs, and neither lists nor strangers nor metrics start one', async () => {
  const tenant = await makeTenant(system, { channels: ['wa', 'wd'] });
  const stranger = await makeTenant(system, { channels: ['wa'] });
  const page = `${system.origin}/pair/${UNKNOWN_PAGE}`;
  const answers = await Promise.all([
    operator('/linked-devices'),
    tenant.admin('GET', '/bots'),
    tenant.admin('GET', '/ai-keys'),
    tenant.admin('GET', '/bots/bot_1'),
    tenant.admin('GET', '/bots/bot_1/turns'),
    tenant.admin('GET', '/bots/bot_1/usage'),
    tenant.admin('GET', '/bots/bot_1/knowledge'),
    tenant.get('session-status', { session_token: `wds_${'a'.repeat(32)}` }),
    callJson('GET', `${page}/status`),
    callJson('GET', `${page}/qr`),
    callJson('POST', `${page}/code`, { body: { phone: '+15550001111' } }),
    stranger.post('create-session', { label: 'No right' }),
    callJson('POST', `${tenant.base}?action=create-session`, { token: 'plt_unknown', body: { label: 'No key' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([
    200, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 403, 401,
  ]);
  expect((await fetch(`${system.origin}/metrics`)).status).toBe(200);
  expect(await tenant.admin('GET', '/channels')).toMatchObject({ status: 200 });
  expect([await runs('pairing'), await runs('bots')]).toEqual([false, false]);
});

test('the first sessions start the process of linked devices once, and are answered', async () => {
  const tenant = await makeTenant(system, { channels: ['wd'] });
  const made = await Promise.all(['One', 'Two', 'Three'].map((label) => tenant.post('create-session', { label })));
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await system.processes('pairing')).toHaveLength(1);
  const shown = await tenant.get('session-status', { session_token: made[0]?.body.session_token });
  expect(shown.body).toMatchObject({ status: 'created' });
  expect(await runs('bots')).toBe(false);
});

test('the first key starts the process of bots; after all processes are killed, a customer gets the reply without a request to bots', {
  timeout: 180_000,
}, async () => {
  const tenant = await makeBotTenant(system);
  expect(await system.processes('bots')).toHaveLength(1);
  system.kill('SIGKILL');
  await system.restart();
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'Are you open?' });
  await pollUntil(async () => (await tenant.textsTo(customer)).length > 0 || null, { what: () => 'the reply' });
});
