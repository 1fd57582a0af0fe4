import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { describeFindings } from '@parley/parley/command-line/add-doctor';
import type { Finding } from '@parley/parley/doctor/finding';
import { runDoctor } from '@parley/parley/doctor/run-doctor';
import { PAGE_FIELDS } from '@parley/providers/graph/messenger-client';
import { INSTAGRAM_FIELDS } from '@parley/providers/instagram/instagram-client';
import { startPgBouncer } from '@parley/testing/database/pgbouncer';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { startNatsServer } from '@parley/testing/servers/nats-server';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

// docs/operations/doctor.md

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** A provider, and the gateway behind PARLEY_PUBLIC_URL. `date` is the time of its clock. */
async function openWorld({
  status = 200,
  date = new Date(),
  challenge = 'parley-doctor',
  webhooks = (_origin: string): object[] => [],
  unsigned = 401,
  exchange = 'Matching code was not found or was already used',
} = {}): Promise<string> {
  const server = createServer((request, response) => {
    const { url = '' } = request;
    const isOwners = url.startsWith('/hooks/meta/');
    response.writeHead(url.includes('?fields=id') ? status : isOwners ? unsigned : 200, { date: date.toUTCString() });
    const origin = `http://${request.headers.host}`;
    const answer = url === '/oauth/access_token' ? exchange : '{}';
    if (url.endsWith('/subscriptions')) response.end(JSON.stringify({ data: webhooks(origin) }));
    else response.end(url.startsWith('/hooks/meta?') ? challenge : answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // safe: it listens on TCP
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const cluster = (world: string): Record<string, string> => ({
  DATABASE_URL: database.url,
  PARLEY_ADMIN_TOKEN: 'a-long-random-token',
  PARLEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  PARLEY_DATA_DIR: tmpdir(),
  PARLEY_DISK_ALERT_MB: '0',
  PARLEY_PUBLIC_URL: world,
  PARLEY_SANDBOX: 'true',
  PARLEY_GRAPH_URL: world,
  PARLEY_TELEGRAM_URL: world,
  PARLEY_TIKTOK_URL: world,
  PARLEY_INSTAGRAM_GRAPH_URL: world,
  PARLEY_INSTAGRAM_OAUTH_URL: world,
  PARLEY_WHATSAPP_WEB_URL: world.replace('http:', 'ws:'),
  PARLEY_META_APP_ID: 'app',
  PARLEY_META_APP_SECRET: 'secret',
  PARLEY_META_VERIFY_TOKEN: 'verify',
});

/** The fields that docs/operations/doctor.md#webhook-fields lists for a WhatsApp Business Account. */
const WHATSAPP_FIELDS = [
  ...['messages', 'account_update', 'calls', 'user_preferences', 'message_template_status_update'],
  ...['message_template_quality_update', 'template_category_update', 'phone_number_quality_update'],
  ...['history', 'smb_app_state_sync', 'smb_message_echoes', 'standby', 'messaging_handovers'],
];

const of = (findings: readonly Finding[], check: string): Finding[] => findings.filter((one) => one.check === check);
const worst = (findings: readonly Finding[]): string[] =>
  findings.filter(({ status }) => status === 'failure' || status === 'warning').map(({ check }) => check);

test('a sound installation fails only because the test server has durability turned off', async () => {
  const nats = await startNatsServer();
  onTestFinished(() => nats.stop());
  const findings = await runDoctor({ ...cluster(await openWorld()), NATS_URL: nats.url });
  expect(worst(findings).toSorted()).toEqual(['configuration', 'database', 'database']);
  expect(of(findings, 'configuration')).toMatchObject([
    { status: 'warning', message: expect.stringContaining('sandbox') },
  ]);
  const [, fsync, commit, migrations] = of(findings, 'database');
  expect(fsync).toMatchObject({ status: 'failure', message: expect.stringContaining('fsync') });
  expect(commit).toMatchObject({ status: 'failure', message: expect.stringContaining('synchronous_commit') });
  expect(migrations).toMatchObject({ status: 'ok' });
  for (const check of ['bus', 'disk', 'clock', 'dns', 'egress', 'tokens', 'webhooks'])
    expect(of(findings, check)[0], check).toMatchObject({ status: 'ok' });
});

test('a replica that is not the standby of the database is reported', async () => {
  const findings = await runDoctor({ ...cluster(await openWorld()), DATABASE_READ_URL: database.url });
  expect(of(findings, 'database').at(-1)).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('read from the primary'),
  });
});

test('invalid variables are reported one by one, without their values', async () => {
  const findings = await runDoctor({ PARLEY_PORT: 'secret-a', PARLEY_ENCRYPTION_KEYS: 'secret-b' });
  expect(findings.map(({ message }) => message.split(' ')[0])).toEqual(['PARLEY_PORT', 'PARLEY_ENCRYPTION_KEYS']);
  expect(JSON.stringify(findings)).not.toMatch(/secret-/);
});

test('a variable with a wrong name, a missing partner and a local public address are reported', async () => {
  const { PARLEY_META_APP_SECRET: _, ...rest } = cluster(await openWorld());
  const findings = await runDoctor({ ...rest, PARLEY_SANDBOX: 'false', PARLEY_METRICS_PROT: '9' });
  expect(of(findings, 'configuration')).toMatchObject([
    { status: 'warning', message: 'PARLEY_METRICS_PROT is no variable of Parley.' },
    { status: 'failure', message: 'PARLEY_META_APP_ID is set, but not PARLEY_META_APP_SECRET.' },
    { status: 'failure', message: expect.stringContaining('PARLEY_PUBLIC_URL is http://127.0.0.1') },
  ]);
});

test('unreachable servers are failures that name what to check, and no password', async () => {
  const findings = await runDoctor({
    ...cluster('http://127.0.0.1:1'),
    DATABASE_URL: 'postgresql://parley:hidden-word@127.0.0.1:1/parley',
    NATS_URL: 'nats://user:hidden-word@127.0.0.1:1',
  });
  for (const check of ['database', 'bus', 'egress', 'webhooks'])
    expect(of(findings, check)[0], check).toMatchObject({ status: 'failure', advice: expect.any(String) });
  expect(JSON.stringify(findings)).not.toContain('hidden-word');
});

test('a pooler without a direct address is recognized', async () => {
  const pooler = await startPgBouncer(database.url);
  onTestFinished(() => pooler.stop());
  const variables = { ...cluster(await openWorld()), DATABASE_URL: pooler.urlOf(database.url) };
  expect(of(await runDoctor(variables), 'database')).toMatchObject([
    { status: 'failure', advice: expect.stringContaining('DATABASE_DIRECT_URL') },
  ]);
  const both = of(await runDoctor({ ...variables, DATABASE_DIRECT_URL: database.url }), 'database');
  expect(both[0]).toMatchObject({ status: 'ok' });
});

test('a wrong clock, a refused app and a proxy that answers for the gateway are reported', async () => {
  const world = await openWorld({ status: 400, date: new Date(Date.now() - 3_600_000), challenge: 'another page' });
  const findings = await runDoctor(cluster(world));
  expect(of(findings, 'clock')).toMatchObject([
    { status: 'failure', message: expect.stringMatching(/3[56]\d\d\.\d s off/) },
  ]);
  expect(of(findings, 'tokens')).toMatchObject([{ status: 'failure', message: 'Meta refuses the app (400).' }]);
  expect(of(findings, 'webhooks')[0]).toMatchObject({ status: 'failure' });
});

test('numbers by a connect link need an app whose webhook has each field, at our own address', async () => {
  const signup = async (webhooks: (origin: string) => object[], more: Record<string, string> = {}) => {
    const variables = { ...cluster(await openWorld({ webhooks })), PARLEY_META_SIGNUP_CONFIG_ID: '77', ...more };
    return of(await runDoctor(variables), 'signup');
  };
  const webhook = {
    object: 'whatsapp_business_account',
    active: true,
    fields: [{ name: 'messages' }, 'account_update'],
  };
  const atHome = (origin: string) => [{ ...webhook, callback_url: `${origin}/hooks/meta` }];
  expect(await signup(atHome)).toMatchObject([
    { status: 'ok', message: 'Connect links can connect WhatsApp numbers.' },
  ]);
  expect(await signup(() => [{ object: 'page', active: true }])).toMatchObject([
    { status: 'failure', message: 'The app has no webhook for the WhatsApp Business account.' },
  ]);
  expect(await signup(() => [{ ...webhook, fields: ['messages'], callback_url: 'https://x.example' }])).toMatchObject([
    { status: 'failure', message: 'The app’s webhook lacks account_update.' },
    { status: 'warning', message: expect.stringContaining('https://x.example') },
  ]);
  expect(await signup(atHome, { PARLEY_SANDBOX: 'false' })).toMatchObject([
    { status: 'failure', message: expect.stringContaining('Meta’s script does not run at http://127.0.0.1') },
  ]);
  expect(await signup(atHome, { PARLEY_META_APP_SECRET: '' })).toMatchObject([{ status: 'failure' }]);
  expect(await signup(atHome, { PARLEY_META_COEXISTENCE_CONFIG_ID: '78' })).toMatchObject([
    { status: 'failure', message: 'The app’s webhook lacks history, smb_app_state_sync, smb_message_echoes.' },
  ]);
  const alone = { PARLEY_META_COEXISTENCE_CONFIG_ID: '78', PARLEY_META_SIGNUP_CONFIG_ID: '' };
  expect(await signup(atHome, alone)).toMatchObject([
    { status: 'failure', message: expect.stringContaining('is not') },
  ]);
});

test('a field that the app’s webhook lacks is named with its loss, and what is complete is fine', async () => {
  const fieldsOf = async (webhooks: object[], more: Record<string, string> = {}) =>
    of(await runDoctor({ ...cluster(await openWorld({ webhooks: () => webhooks })), ...more }), 'fields');
  expect(await fieldsOf([])).toMatchObject([{ status: 'skipped', message: 'The app has no webhook yet.' }]);
  const account = { object: 'whatsapp_business_account', active: true };
  const lacking = await fieldsOf([{ ...account, fields: WHATSAPP_FIELDS.filter((name) => name !== 'history') }]);
  expect(lacking).toMatchObject([
    {
      status: 'warning',
      message: expect.stringMatching(/^The app’s webhook of WhatsApp Business Account lacks history: the chats/),
      advice: expect.stringContaining('Webhooks → WhatsApp Business Account, subscribe to history.'),
    },
  ]);
  const page = { object: 'page', active: true, fields: PAGE_FIELDS.filter((name) => name !== 'messages') };
  expect(await fieldsOf([{ ...account, fields: WHATSAPP_FIELDS }, page])).toMatchObject([
    { status: 'failure', message: 'The app’s webhook of Page lacks messages: nothing that people write arrives.' },
  ]);
  const older = INSTAGRAM_FIELDS.map((name) => (name === 'messaging_handover' ? 'messaging_handovers' : name));
  const instagram = { object: 'instagram', active: true, fields: older };
  expect(await fieldsOf([{ ...account, fields: WHATSAPP_FIELDS }, instagram])).toMatchObject([{ status: 'ok' }]);
  const app = { PARLEY_INSTAGRAM_APP_ID: '9', PARLEY_INSTAGRAM_APP_SECRET: 's' };
  expect(await fieldsOf([{ ...account, fields: WHATSAPP_FIELDS }], app)).toMatchObject([
    { status: 'skipped', message: expect.stringContaining('PARLEY_INSTAGRAM_META_APP_ID') },
  ]);
  const container = { PARLEY_INSTAGRAM_META_APP_ID: '10', PARLEY_INSTAGRAM_META_APP_SECRET: 't' };
  const lacks = { ...instagram, fields: older.filter((name) => name !== 'standby') };
  const [first] = await fieldsOf([lacks], { ...app, ...container });
  expect(first).toMatchObject({ status: 'warning', message: expect.stringContaining('of Instagram lacks standby') });
});

test('an Instagram app that Instagram refuses, one without its id, and owners’ addresses that a proxy answers are reported', async () => {
  const app = { PARLEY_INSTAGRAM_APP_ID: '9', PARLEY_INSTAGRAM_APP_SECRET: 's' };
  expect(of(await runDoctor({ ...cluster(await openWorld()), ...app }), 'tokens')).toMatchObject([{ status: 'ok' }]);
  const world = await openWorld({ exchange: '{"error_message":"Error validating client secret."}', unsigned: 200 });
  const findings = await runDoctor({ ...cluster(world), ...app });
  expect(of(findings, 'tokens')).toMatchObject([
    {
      status: 'failure',
      message: 'Instagram refuses the app (200).',
      advice: expect.stringContaining('set-up-instagram'),
    },
  ]);
  expect(of(findings, 'webhooks').slice(1, 3)).toMatchObject([
    { status: 'failure', message: expect.stringContaining('/hooks/meta/deauthorize answers 200') },
    { status: 'failure', message: expect.stringContaining('/hooks/meta/data-deletion answers 200') },
  ]);
  const { PARLEY_INSTAGRAM_APP_ID: _, ...half } = app;
  expect(of(await runDoctor({ ...cluster(world), ...half }), 'configuration')[0]).toMatchObject({
    status: 'failure',
    message: 'PARLEY_INSTAGRAM_APP_SECRET is set, but not PARLEY_INSTAGRAM_APP_ID.',
  });
});

test('a webhook in a private range is reported by its host alone', async () => {
  const { id, slug } = await makeTestTenant(database.db);
  const data = { webhookUrl: 'https://10.0.0.1/hidden-word' };
  await database.db.prisma.apiKey.updateMany({ where: { tenantId: id }, data });
  const findings = of(await runDoctor(cluster(await openWorld())), 'webhooks');
  expect(findings[1]).toMatchObject({
    status: 'warning',
    message: `10.0.0.1, a webhook of ${slug}: must be on a public address.`,
  });
  expect(JSON.stringify(findings)).not.toContain('hidden-word');
});

test('lines for a person end with the counts', () => {
  const lines = describeFindings([
    { check: 'bus', status: 'ok', message: 'NATS answers.' },
    { check: 'disk', status: 'failure', message: 'It is full.', advice: 'Free some space.' },
  ]);
  expect(lines).toEqual([
    'ok  bus           NATS answers.',
    'XX  disk          It is full.',
    '                  → Free some space.',
    '1 failures, 0 warnings.',
  ]);
});
