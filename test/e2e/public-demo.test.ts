import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoVisitor, pressTry, visitDemo } from '../support/demo/demo-visitor.ts';
import { callJson } from '../support/requests/call-json.ts';
import { type System, startSystem } from '../support/system/system.ts';

// A public demo under attack: two visitors, and a stranger at every door (docs/operations/demo.md).
const START_MS = 120_000;
const PERSON = '24004500099999';
let database: TestDatabase;
let system: System;
let ann: DemoVisitor;
let bob: DemoVisitor;

beforeAll(async () => {
  database = await createTestDatabase();
  system = await startSystem('one-machine', {
    PARLEY_DEMO: 'true',
    PARLEY_DEMO_WORKSPACES: '3',
    PARLEY_DEMO_PER_ADDRESS: '2',
    PARLEY_TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: database.url,
  });
  ann = await visitDemo(system.origin, { 'x-forwarded-for': '192.0.2.1' });
  bob = await visitDemo(system.origin, { 'x-forwarded-for': '192.0.2.2' });
}, START_MS);
afterAll(async () => {
  await system?.stop();
  await database?.drop();
}, START_MS);

const conversationsOf = async ({ browser }: DemoVisitor) =>
  (await browser.call('list-conversations', { limit: 100 })).items;
const write = (visitor: DemoVisitor, text: string, account = visitor.accounts.wa) =>
  visitor.phone('POST', '/sandbox/phone/acts', { channel: 'wa', account, person: PERSON, act: { type: 'text', text } });
const chatOf = (visitor: DemoVisitor, account = visitor.accounts.wa) =>
  visitor.phone('GET', `/sandbox/phone/chat?channel=wa&account=${account}&person=${PERSON}`);
const untilReceived = (visitor: DemoVisitor, text: string) =>
  pollUntil(
    async () => (await conversationsOf(visitor)).find(({ last_message: last }) => last?.text === text) ?? null,
    { what: () => `the message ${text}` },
  );

describe('a visitor', () => {
  test('presses one button and gets the bakery, an hour, and a test phone of their own', async () => {
    const page = await fetch(`${system.origin}/`);
    expect(page.headers.get('x-robots-tag')).toContain('noindex');
    expect(await page.text()).toContain('Try it');
    const { tenant } = await ann.browser.call('me', {});
    expect(tenant?.name).toBe('Bright Bakery');
    expect(Date.parse(tenant?.demo_ends_at ?? '')).toBeGreaterThan(Date.now());
    expect(Object.keys(ann.accounts).toSorted()).toEqual(['fb', 'ig', 'tg', 'wa']);
    expect((await conversationsOf(ann)).length).toBeGreaterThan(25);
    for (const channel of ['wa', 'tg', 'fb', 'ig', 'tt', 'wd']) {
      const { body } = await ann.phone('GET', `/sandbox/phone/accounts?channel=${channel}`);
      expect(body.accounts.map(({ id }: { id: string }) => id)).toEqual(
        ann.accounts[channel] === undefined ? [] : [ann.accounts[channel]],
      );
      expect(body.faults.filter((fault: string) => /receipts|offline|slow|refused|unreachable/.test(fault))).toEqual(
        [],
      );
    }
  });

  test('talks with a customer, whose messages and answers stay in the workspace', async () => {
    expect((await write(ann, 'Only for Ann')).status).toBe(200);
    const { id } = await untilReceived(ann, 'Only for Ann');
    await ann.browser.call('send-from-dashboard', { id, message: 'A secret answer' });
    await pollUntil(async () => JSON.stringify((await chatOf(ann)).body).includes('A secret answer') || null, {
      what: () => 'the answer on the phone',
    });
    expect(JSON.stringify(await conversationsOf(bob))).not.toContain('Only for Ann');
    const found = await bob.browser.call('search-messages', { q: 'secret answer', limit: 20 });
    expect(found.items).toEqual([]);
    expect(JSON.stringify((await bob.api('GET', 'events')).body)).not.toContain('Only for Ann');
    expect(JSON.stringify((await chatOf(bob)).body)).not.toContain('Only for Ann');
  });
});

describe('the workspace of another visitor', () => {
  test('cannot be named in the console, whatever slug or id is sent', async () => {
    const [{ id = 0 } = {}] = await conversationsOf(ann);
    const own = new Set((await conversationsOf(bob)).map(({ id: known }) => known));
    expect(own.has(id)).toBe(false);
    const { slug } = ann;
    const tries = [
      await bob.browser.ask('get-conversation', { slug, id }),
      await bob.browser.ask('list-conversation-messages', { slug, id, limit: 10 }),
      await bob.browser.ask('update-conversation', { slug, id, status: 'archived' }),
      await bob.browser.ask('send-from-dashboard', { slug, id, message: 'Hello' }),
      await bob.browser.ask('add-note', { slug, conversation_id: id, id, text: 'Hello' }),
      await bob.browser.ask('get-key', { slug, instance_id: ann.instanceId }),
      await bob.browser.ask('revoke-key', { slug, instance_id: ann.instanceId }),
      await bob.browser.ask('switch-workspace', { slug }),
      await bob.browser.ask('act-as-tenant', { slug }),
      await bob.browser.ask('list-tenant-activity', { limit: 10 }),
      await bob.browser.ask('show-system', {}),
    ];
    for (const { status } of tries) expect(status).toBeGreaterThanOrEqual(400);
    const listed = await bob.browser.call('list-conversations', { limit: 100 });
    expect(listed.items.map(({ id: known }) => known).filter((known) => !own.has(known))).toEqual([]);
  });

  test('is not reached by an API key, over HTTP, tRPC or MCP', async () => {
    expect((await bob.api('GET', 'conversations', {}, ann.slug)).status).toBe(401);
    expect((await bob.api('POST', 'send', { channel: 'wa', to: '+16505551234', message: 'x' }, ann.slug)).status).toBe(
      401,
    );
    const mcp = `${system.origin}/${ann.slug}/api/messaging/mcp`;
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await callJson('POST', mcp, { token: bob.apiKey, body: list })).status).toBe(401);
  });

  test('has a phone that no other session can use', async () => {
    for (const [channel, account] of Object.entries(ann.accounts)) {
      const chat = { channel, account, person: PERSON };
      const closed = { status: 403, body: { error: 'demo_closed' } };
      const act = { type: 'text', text: 'Not mine' };
      expect(await bob.phone('POST', '/sandbox/phone/acts', { ...chat, act })).toMatchObject(closed);
      expect(await bob.phone('POST', '/sandbox/phone/faults', { ...chat, fault: 'blocked' })).toMatchObject(closed);
      expect(await bob.phone('GET', `/sandbox/phone/chat?${new URLSearchParams(chat)}`)).toMatchObject(closed);
    }
    // An account under another channel, or given twice, is no other account.
    const twice = `channel=wa&account=${ann.accounts.wa}&account=${bob.accounts.wa}&person=${PERSON}`;
    const answer = await bob.phone('GET', `/sandbox/phone/chat?${twice}`);
    expect(JSON.stringify(answer.body)).not.toContain('Only for Ann');
    expect(
      await bob.phone('GET', `/sandbox/phone/chat?channel=fb&account=${ann.accounts.wa}&person=${PERSON}`),
    ).toMatchObject({ status: 403 });
  });

  test('has photos and sends whose numbers no other session can guess', async () => {
    const photo = { base64: Buffer.from('\x89PNG photo of Ann').toString('base64'), mime_type: 'image/png' };
    const { body: stored } = await ann.phone('POST', '/sandbox/media', photo);
    const fileOf = (visitor: DemoVisitor) =>
      fetch(`${system.origin}/sandbox/phone/files/${stored.id}`, { headers: { cookie: visitor.browser.cookie } });
    expect((await fileOf(ann)).status).toBe(200);
    expect((await fileOf(bob)).status).toBe(404);
    const chat = { channel: 'wa', account: bob.accounts.wa, person: PERSON };
    const stolen = { ...chat, act: { type: 'photo', file: stored.id } };
    expect(await bob.phone('POST', '/sandbox/phone/acts', stolen)).toMatchObject({ status: 403 });
    for (let seq = 1; seq <= 40; seq++) {
      const answer = await fetch(`${system.origin}/sandbox/phone/received/${seq}`, {
        headers: { cookie: bob.browser.cookie },
      });
      expect(answer.status, String(seq)).toBe(404);
    }
  });

  test('has files that are shown only to its own session', async () => {
    const photo = { base64: Buffer.from('\x89PNG of a cake').toString('base64'), mime_type: 'image/png' };
    const { body: stored } = await ann.phone('POST', '/sandbox/media', photo);
    const chat = { channel: 'wa', account: ann.accounts.wa, person: PERSON };
    await ann.phone('POST', '/sandbox/phone/acts', {
      ...chat,
      act: { type: 'photo', file: stored.id, text: 'A cake' },
    });
    const { id } = await untilReceived(ann, 'A cake');
    const messages = await ann.browser.call('list-conversation-messages', { id, limit: 5 });
    const [, path = ''] = /(\/media\/[^"]+)"/.exec(JSON.stringify(messages)) ?? [];
    const open = (cookie?: string) => fetch(`${system.origin}${path}`, cookie ? { headers: { cookie } } : {});
    expect((await open(ann.browser.cookie)).status).toBe(200);
    expect((await open(bob.browser.cookie)).status).toBe(401);
    expect((await open()).status).toBe(401);
  });
});

describe('the sandbox', () => {
  test.each([
    ['GET', '/sandbox/state'],
    ['POST', '/sandbox/reset'],
    ['GET', '/sandbox/mail'],
    ['GET', '/sandbox/mails'],
    ['GET', '/sandbox/sms'],
    ['GET', '/sandbox/sent'],
    ['GET', '/sandbox/ai/asked'],
    ['POST', '/sandbox/faults'],
    ['PUT', '/sandbox/settings'],
    ['GET', '/sandbox/received/demo'],
    ['POST', '/sandbox/phone/../reset'],
    ['POST', '/sandbox/phone/%2e%2e/reset'],
    ['GET', '/sandbox/phone/device-files/1'],
  ] as const)('%s %s is closed to visitors, and on its own port to everyone', async (method, path) => {
    const body = method === 'GET' ? {} : { body: {} };
    const headers = { origin: system.origin, cookie: ann.browser.cookie };
    expect((await callJson(method, `${system.origin}${path}`, { headers, ...body })).status).toBeGreaterThanOrEqual(
      400,
    );
    const alone = await callJson(method, `${system.sandbox.url}${path}`, body);
    expect(alone).toMatchObject({ status: 401, body: { error: 'control_token_required' } });
  });

  test.each(['receipts_late', 'phone_offline', 'slow', 'refused', 'unreachable'])(
    'keeps the failure %s, which would hurt others, closed',
    async (fault) => {
      const chat = { channel: 'wa', account: ann.accounts.wa, person: PERSON };
      expect(await ann.phone('POST', '/sandbox/phone/faults', { ...chat, fault })).toMatchObject({
        status: 403,
        body: { error: 'demo_closed' },
      });
      const own = await ann.phone('POST', '/sandbox/phone/faults', { ...chat, fault: 'unblocked' });
      expect(own.status).toBe(200);
    },
  );

  test('needs a session and a page of this origin', async () => {
    const url = `${system.origin}/sandbox/phone/acts`;
    expect((await callJson('POST', url, { headers: { origin: system.origin }, body: {} })).status).toBe(401);
    const foreign = { origin: 'https://evil.example', cookie: ann.browser.cookie };
    expect((await callJson('POST', url, { headers: foreign, body: {} })).body.error).toBe('foreign_origin');
  });
});

describe('nothing leaves the machine', () => {
  test.each([
    'https://example.com/hook',
    'http://127.0.0.1/hook',
    'http://localhost:8080/api/admin/tenants',
    'http://[::1]:8080/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'https://127.0.0.1.nip.io/',
    'https://user:pass@example.com/',
  ])('a webhook to %s is refused', async (webhook_url) => {
    const { slug, instanceId: instance_id } = ann;
    const refused = { status: 400, body: { error: 'invalid_webhook_url' } };
    expect(await ann.browser.ask('update-key', { slug, instance_id, webhook_url })).toMatchObject(refused);
    expect(await ann.browser.ask('create-key', { slug, label: 'x', channels: ['wa'], webhook_url })).toMatchObject(
      refused,
    );
  });

  test('a webhook may go to the receiver of the sandbox, and to no other path there', async () => {
    const { slug, instanceId: instance_id } = ann;
    const at = (path: string) =>
      ann.browser.ask('update-key', { slug, instance_id, webhook_url: `${system.sandbox.url}${path}` });
    for (const path of ['/sandbox/reset', '/sandbox/receiver/../reset', '/sandbox/faults', '/v23.0/me/messages'])
      expect((await at(path)).body, path).toMatchObject({ error: 'invalid_webhook_url' });
    expect((await at('/sandbox/receiver/ann')).status).toBe(200);
    expect((await ann.browser.ask('send-test-event', { slug, instance_id })).status).toBeLessThan(400);
  });

  test('a file by URL is refused', async () => {
    for (const media_url of ['https://example.com/a.png', `${system.sandbox.url}/messaging_cdn/?asset_id=1`])
      expect(
        (await ann.api('POST', 'send', { channel: 'fb', to: PERSON, media_url, media_type: 'image' })).body,
      ).toMatchObject({ error: 'invalid_media_url' });
  });

  test('everything that mails, invites, links or calls another service is closed', async () => {
    const { slug } = ann;
    const asked: [Parameters<typeof ann.browser.ask>[0], object][] = [
      ['invite-member', { email: 'x@example.com', roles: ['agent'], by: 'mail' }],
      ['request-password-reset', { email: 'x@example.com' }],
      ['create-recipient', { slug, name: 'x', email: 'x@example.com' }],
      ['update-notification-settings', { slug, mail_server: 'smtp://example.com' }],
      ['set-push-subscription', { endpoint: 'https://push.example.com/x', p256dh: 'x', auth: 'x' }],
      ['set-single-sign-on', { issuer: 'https://example.com' }],
      ['begin-single-sign-on', { email: 'x@example.com' }],
      ['set-ai-key', { slug, provider: 'openai', api_key: 'sk-12345678', base_url: 'https://example.com' }],
      ['test-ai-key', { slug, provider: 'openai' }],
      ['connect-telegram', { bot_token: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1' }],
      ['connect-link', { channel: 'fb', redirect_url: '/console/channels' }],
      ['create-session', { label: 'x' }],
      ['update-workspace', { name: 'Your bank' }],
      ['set-tenant-platform-webhook', { slug, url: 'https://example.com', events: [] }],
      ['add-knowledge', { slug, id: 1, kind: 'url', url: 'https://example.com' }],
      ['create-template', { name: 'x' }],
      ['erase-contact', { slug, id: 1 }],
    ];
    for (const [name, input] of asked)
      expect(await ann.browser.ask(name, input), name).toMatchObject({ status: 403, body: { error: 'demo_closed' } });
    for (const action of ['connect-link', 'session-qr'])
      expect((await ann.api('GET', action)).body, action).toMatchObject({ error: 'demo_closed' });
    for (const action of ['connect-telegram', 'create-session', 'pair-code', 'disconnect-channel', 'create-template'])
      expect((await ann.api('POST', action)).body, action).toMatchObject({ error: 'demo_closed' });
  });
});

describe('the operator', () => {
  test('is reached only with the token, and no page or output gives it away', async () => {
    const tenants = `${system.origin}/api/admin/tenants`;
    expect((await callJson('GET', tenants)).status).toBe(401);
    expect((await callJson('GET', tenants, { token: ann.apiKey })).status).toBe(401);
    expect((await callJson('GET', tenants, { token: system.adminToken })).status).toBe(200);
    expect((await ann.browser.ask('create-tenant', { slug: 'mine' })).status).toBe(403);
    expect(await (await fetch(`${system.origin}/`)).text()).not.toMatch(/operator|admin/i);
    expect(system.output()).not.toContain('signs you in once');
  });
});

describe('a limit', () => {
  test('of keys is named', async () => {
    const { slug } = ann;
    await ann.browser.ask('create-key', { slug, label: 'third', channels: ['wa'] });
    expect((await ann.browser.ask('create-key', { slug, label: 'fourth', channels: ['wa'] })).body).toMatchObject({
      error: 'plan_limit_reached',
    });
  });

  test('of the size of a file is named', async () => {
    const photo = { base64: 'A'.repeat(1_450_000), mime_type: 'image/png' };
    expect((await ann.phone('POST', '/sandbox/media', photo)).body.error).toMatch(/payload_too_large|invalid_json/);
    const upload = { name: 'big.bin', size: 3 * 1024 * 1024, mime_type: 'application/octet-stream', slug: ann.slug };
    expect((await ann.browser.ask('begin-upload', upload)).status).toBeGreaterThanOrEqual(400);
  });

  test('of photos and acts on the phone is named', async () => {
    const photo = { base64: 'AAAA', mime_type: 'image/png' };
    const answers = await Promise.all(Array.from({ length: 25 }, () => bob.phone('POST', '/sandbox/media', photo)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({ error: 'demo_limit_reached' });
  });

  test('of event streams of a person is named', async () => {
    const streams = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const stop = new AbortController();
        const { status, body } = await fetch(`${system.origin}/console/trpc/live-events?input=%7B%7D`, {
          headers: { cookie: bob.browser.cookie, accept: 'text/event-stream' },
          signal: stop.signal,
        });
        const { value } = (await body?.getReader().read()) ?? {};
        stop.abort();
        return `${status} ${value ? Buffer.from(value).toString() : ''}`;
      }),
    );
    expect(streams.some((text) => /rate_limited|Too many/.test(text))).toBe(true);
  });

  test('of credit is low', async () => {
    const { body } = await bob.api('GET', 'status');
    expect(body.balance).toBeLessThanOrEqual(200);
  });

  test('of openings counts an address, or a /64, and a forged header is no other address', async () => {
    const open = (address: string) => pressTry(system.origin, { 'x-forwarded-for': address });
    // Two more than the workspaces that fit: the counts come first, whatever the outcome.
    const first = await open('2001:db8:5:5::1');
    expect(first.status).toBe(303);
    const second = await open('2001:db8:5:5::2');
    expect(second.status).toBe(503);
    expect(second.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await second.text()).toMatch(/becomes free in \d+ min/);
    const third = await open('2001:db8:5:5::3');
    expect(third.status).toBe(429);
    expect(await third.text()).toMatch(/Too many workspaces were opened from your address/);
    // The proxy appends the real address; what a visitor wrote before it does not count.
    expect((await open('203.0.113.9, 2001:db8:5:5::4')).status).toBe(429);
    expect((await pressTry(system.origin, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('the end', () => {
  test('of one workspace deletes it with everything in it, and no other', async () => {
    const { accounts, slug, browser } = ann;
    const stream = await fetch(`${system.origin}/console/trpc/live-events?input=%7B%7D`, {
      headers: { cookie: browser.cookie, accept: 'text/event-stream' },
    });
    await database.db.query({
      text: `UPDATE demo_workspaces SET ends_at = now() WHERE slug = $1`,
      values: [slug],
    });
    const sends = pollUntil(
      async () => {
        const { status } = await ann.api('POST', 'send', { channel: 'wa', to: `+${PERSON}`, message: 'To the end' });
        return status === 401 || null;
      },
      { what: () => 'the key to end' },
    );
    await sends;
    await pollUntil(
      async () =>
        (await database.db.query<{ count: number }>({ text: 'SELECT count(*)::int4 FROM demo_workspaces', values: [] }))
          .rows[0]?.count === 2 || null,
      { what: () => 'the place to be free', deadlineMs: 60_000 },
    );
    await stream.text();
    expect(await browser.ask('me')).toMatchObject({ status: 401 });
    expect((await write(ann, 'After the end')).status).toBe(401);
    const { rows } = await database.db.query<{ count: number }>({
      text: `SELECT count(*)::int4 FROM messages m JOIN tenants t ON t.id = m.tenant_id WHERE t.erased_slug = $1`,
      values: [slug],
    });
    expect(rows).toEqual([{ count: 0 }]);
    const connected = await callJson('GET', `${system.origin}/api/admin/tenants/${slug}/channels`, {
      token: system.adminToken,
    });
    expect(connected.status).toBe(404);
    expect((await conversationsOf(bob)).length).toBeGreaterThan(25);
    expect(accounts.wa).not.toBe(bob.accounts.wa);
    const next = await visitDemo(system.origin, { 'x-forwarded-for': '192.0.2.77' });
    expect(next.slug).not.toBe(slug);
  });

  test('is not brought forward by a restart', async () => {
    const before = (await bob.browser.call('me', {})).tenant?.demo_ends_at;
    system.kill('SIGKILL');
    await system.restart();
    expect((await bob.browser.call('me', {})).tenant?.demo_ends_at).toBe(before);
    expect((await write(bob, 'After the restart')).status).toBe(200);
    await untilReceived(bob, 'After the restart');
  }, 100_000);
});
