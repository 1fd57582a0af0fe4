import { randomBytes } from 'node:crypto';
import { totpCode, totpStepAt } from '@parley/accounts/people/second-factor.rules';
import { makeCipher } from '@parley/database/encryption';
import { SECRET_GROUPS } from '@parley/runtime/environment/secret-groups';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { openPushService } from '@parley/testing/servers/push-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBot, aiAddress, endedTurns, setAiKey } from '../support/bots/bots.ts';
import {
  authorizeTiktok,
  connectPage,
  makeLink,
  makeTiktok,
  newVisitor,
  openDialog,
  pressDialog,
} from '../support/channels/connect-channels.ts';
import { linkDevice, makePerson, personWritesTo } from '../support/channels/linked-devices.ts';
import { CONSOLE_PASSWORD, joinTenant } from '../support/console/console-browser.ts';
import { dumpDatabase, spellingsOf } from '../support/system/dump-database.ts';
import { variableOf } from '../support/system/process-tree.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';
import { webhookOf } from '../support/webhooks/expectations.ts';

// No secret is in the database as plain text (docs/reference/installation.md#secrets): a stolen backup gives access to
// no API.
const KEY = randomBytes(32).toString('base64');
const CREDENTIALS = 'channel_accounts.credentials';
const APP_SECRET = `meta-${randomBytes(12).toString('hex')}`;
const VERIFY_TOKEN = `verify-${randomBytes(12).toString('hex')}`;

let system: System;
let database: TestDatabase;
let tenant: TestTenant;
const secrets = new Map<string, string>();

const learn = (what: string, secret: unknown): string => {
  if (typeof secret !== 'string' || secret.length < 8) throw new Error(`No ${what}: ${JSON.stringify(secret)}`);
  secrets.set(what, secret);
  return secret;
};

beforeAll(async () => {
  database = await createTestDatabase();
  system = await startSystem('one-machine', {
    DATABASE_URL: database.url,
    PARLEY_ENCRYPTION_KEYS: `k1:${KEY}`,
    PARLEY_META_APP_SECRET: APP_SECRET,
    PARLEY_META_VERIFY_TOKEN: VERIFY_TOKEN,
  });
  tenant = await makeTenant(system, { channels: ['wd', 'wa', 'tg', 'fb', 'ig', 'tt'] });
  learn('encryption key', KEY);
  learn('app secret', APP_SECRET);
  learn('verify token', VERIFY_TOKEN);
  learn('admin token', system.adminToken);
  learn('API key', tenant.apiKey);
  learn('replaced webhook secret', tenant.webhookSecret);
  learn('access token of wa', `wa-token-${tenant.slug}`);
}, 120_000);
afterAll(async () => {
  await system?.stop();
  await database?.drop();
}, 60_000);

/** Sends the request twice with one Idempotency-Key: the first answer is stored and replayed. */
async function postOnce(action: string, body: Record<string, unknown>) {
  const headers = { 'idempotency-key': `once-${action}-${uniqueDigits('')}` };
  const first = await tenant.post(action, body, headers);
  const again = await tenant.post(action, body, headers);
  expect(again.body, action).toEqual(first.body);
  return first.body;
}

async function linkDevices(): Promise<void> {
  const session = await postOnce('create-session', { label: 'Front desk' });
  const token = learn('session token', session.session_token);
  learn('token of the pairing page', session.pair_url.split('/').at(-1));
  const { pairing_code } = await postOnce('pair-code', { session_token: token, phone: `+${await makePerson(system)}` });
  learn('pairing code', pairing_code);
  learn('pairing code in one', pairing_code.replace('-', ''));
  const other = await tenant.post('create-session', { label: 'Back office' });
  const { body: shown } = await tenant.get('session-qr', { session_token: other.body.session_token });
  for (const [at, part] of shown.qr.split(',').entries()) if (part.length > 20) learn(`QR part ${at}`, part);

  for (const [action, more] of Object.entries({
    'create-session': { label: 'Behind a proxy' },
    'set-proxy': { session_token: other.body.session_token },
  })) {
    const password = learn(`proxy password of ${action}`, `proxy-${randomBytes(12).toString('hex')}`);
    await postOnce(action, { ...more, proxy: `socks5://shop:${password}@127.0.0.1:1080` });
  }

  const device = await linkDevice(system, tenant);
  learn('session token of a linked device', device.token);
  await personWritesTo(system, await makePerson(system), device.number, { type: 'text', text: 'heard by the device' });
  await webhookOf(tenant, 'message.received', ({ text }) => text === 'heard by the device');
}

async function connectBots(): Promise<void> {
  const bots = [uniqueDigits('7'), uniqueDigits('8')].map((id) => ({
    id,
    token: `${id}:${uniqueDigits('AAH').padEnd(35, 'x')}`,
  }));
  for (const { id, token } of bots) {
    learn(`bot token ${id}`, token);
    await system.sandbox.telegram.putBot({ token, username: `bot_${id}` });
    await postOnce('connect-telegram', { bot_token: token });
  }
  const [kept, gone] = bots;
  await system.sandbox.channel('tg').customerWrites(uniqueDigits('9'), { account: kept?.id, text: 'heard by the bot' });
  // A removal that has not reached Telegram yet keeps the token for its call.
  await system.sandbox.telegram.failNext({ match: { method: 'deleteWebhook' }, mode: 'html502', times: 1000 });
  await tenant.post('disconnect-channel', { channel: 'tg', id: gone?.id });
}

async function walkLinks(): Promise<void> {
  const page = await connectPage(system, tenant);
  learn('token of a page', page.token);
  const account = await makeTiktok(system);
  await authorizeTiktok(tenant, account);
  const visitor = newVisitor();
  const { body } = await makeLink(tenant, 'fb');
  learn('token of a connect link', body.connect_url.split('/').at(-1));
  const dialog = await openDialog(body.connect_url, visitor);
  learn('state of a visit', new URL(dialog).searchParams.get('state'));
  learn('code of a dialog', new URL(await pressDialog(dialog)).searchParams.get('code'));
  learn('secret of a browser', [...visitor.cookies.values()][0]?.split('=')[1]);
}

/** A bot that has answered, and a key that its provider refused. */
async function runBots(customer: string): Promise<void> {
  const openai = aiAddress(system, 'openai');
  const key = learn('key of an AI provider', await setAiKey(tenant, 'openai', openai));
  const botId = await addBot(tenant, { provider: 'openai' });
  await tenant.customerWrites(customer, { text: 'asked of the bot' });
  expect(await endedTurns(tenant, botId, 1)).toMatchObject([{ outcome: 'replied' }]);
  const rotated = await tenant.admin('POST', `/bots/${botId}/rotate-tool-secret`);
  learn('secret of tools', rotated.body.tool_secret);
  await system.sandbox.ai.behave({ provider: 'openai', key, behaviour: 'dead' });
  await tenant.customerWrites(uniqueDigits('16'), { text: 'asked of a dead key' });
  expect(await endedTurns(tenant, botId, 2)).toMatchObject([{}, { outcome: 'stopped', reason: 'key_refused' }]);
}

/** The secrets of console sign-in: passwords, sessions, links, second factors. */
async function signIn(): Promise<void> {
  const { browser } = await joinTenant(system, tenant.slug, 'owner');
  learn('password', CONSOLE_PASSWORD);
  learn('token of a console session', /parley_session=([\w-]+)/.exec(browser.cookie)?.[1]);
  learn('secret of a browser', /parley_device=([\w-]+)/.exec(browser.cookie)?.[1]);
  const guest = { email: `guest@${tenant.slug}.example`, roles: ['agent' as const], by: 'link' as const };
  learn('token of an invitation', (await browser.call('invite-member', guest)).link?.split('#')[1]);
  const { secret } = await browser.call('start-second-factor', { password: CONSOLE_PASSWORD });
  learn('secret of an authenticator', secret);
  const code = totpCode(secret, totpStepAt(new Date()));
  const { recovery_codes } = await browser.call('confirm-second-factor', { code });
  learn('recovery code', recovery_codes[0]);
  const pushes = await openPushService();
  const subscribed = pushes.subscribe();
  await pushes[Symbol.asyncDispose]();
  await browser.call('set-push-subscription', subscribed);
  learn('address for pushes', subscribed.endpoint.split('/').at(-1));
  learn('secret of pushes', subscribed.auth);
  const { api_key } = await browser.call('create-key', { label: 'From the console', channels: ['wa'] });
  learn('API key made in the console', api_key);
  await browser.ask('change-password', { password: 'a wrong guess', new_password: 'another long password' });
  learn('new password', 'another long password');
}

/** All secrets that accounts store encrypted: the providers' tokens, and the secrets of callbacks. */
async function learnCredentials(): Promise<void> {
  const cipher = makeCipher(`k1:${KEY}`);
  const { rows } = await database.db.query<{ id: string; credentials: string }>({
    text: `SELECT channel || ' ' || external_id AS id, credentials FROM channel_accounts WHERE status = 'connected'
           UNION ALL SELECT 'removal of ' || external_id, credentials FROM removal_jobs`,
  });
  for (const { id, credentials } of rows)
    for (const [name, value] of Object.entries(JSON.parse(cipher.decrypt(credentials, CREDENTIALS))))
      if (/token|secret/.test(name)) learn(`${name} of ${id}`, value);
}

test('no secret of a scenario over every channel is in the database as plain text', {
  timeout: 180_000,
}, async () => {
  const rotated = await tenant.admin('POST', `/keys/${tenant.instanceId}/rotate-secret`);
  learn('webhook secret', rotated.body.webhook_secret);
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'heard by the number' });
  await webhookOf(tenant, 'message.received', ({ text }) => text === 'heard by the number');
  await postOnce('send', { channel: 'wa', to: customer, message: 'sent by the number' });
  await linkDevices();
  await connectBots();
  await walkLinks();
  await signIn();
  await runBots(customer);
  await learnCredentials();

  const dump = await pollUntil(
    async () => {
      const text = await dumpDatabase(database.db);
      return text.includes('heard by the bot') ? text : null;
    },
    { what: () => 'the bot’s message in the dump' },
  );
  // The dump contains public values, and the rows that hold secrets.
  const rows = [
    'removal_jobs: ',
    'connect_states: ',
    'device_keys: ',
    'idempotency_keys: ',
    'ai_keys: ',
    'bot_usage: ',
  ];
  const there = ['sent by the number', 'heard by the device', 'create-session', ...rows];
  expect(there.filter((text) => !dump.includes(text))).toEqual([]);
  // One account is the demo's, one is this test's.
  expect([...secrets.keys()].filter((name) => name.startsWith('refresh_token of tt'))).toHaveLength(2);

  const found = [...secrets].filter(([, secret]) => spellingsOf(secret).some((text) => dump.includes(text)));
  expect(found.map(([what]) => what)).toEqual([]);
});

test('the processes of linked devices and of bots are given no admin token and no secret of a platform', async () => {
  for (const name of ['pairing', 'bots']) {
    const [part] = await system.processes(name);
    const given = (variable: string): string | undefined => variableOf(part?.pid ?? 0, variable);
    expect(given('PARLEY_ENCRYPTION_KEYS'), name).toBe(`k1:${KEY}`);
    for (const { variables, readers } of Object.values(SECRET_GROUPS))
      if (!readers.some((reader) => reader === name))
        for (const variable of variables) expect(given(variable), `${name}: ${variable}`).toBeUndefined();
  }
});
