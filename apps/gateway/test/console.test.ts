import { createHash } from 'node:crypto';
import { makeBusClient } from '@parley/bus/bus-client';
import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import { authenticateSession } from '@parley/common/contracts/internal/console-session';
import { createKey } from '@parley/common/contracts/operator/keys';
import { subjectOf } from '@parley/common/define-contract';
import { sessionChanged } from '@parley/common/hints';
import { CONSOLE_ROLES, isOfTenant, mayDo } from '@parley/common/workspace/console-roles';
import { pollUntil } from '@parley/testing/poll-until';
import { silentLogger } from '@parley/testing/silent-logger';
import { describe, expect, test } from 'vitest';
import { KEY_VIEW } from './key-view.ts';
import { codeOf, headersOf, memberOf, openConsole, pathOf, TOKEN } from './open-console.ts';
import { ADMIN_TOKEN, type Answer, answerContract, openGateway, type TestGateway } from './open-gateway.ts';

const desk = openConsole();
const { sessions, asked, audit, change, query } = desk;

describe('every operation of the console', () => {
  const cases = CONSOLE_CONTRACTS.flatMap((operation) => CONSOLE_ROLES.map((role) => ({ ...operation, role })));

  test.each(cases)(
    '$name as $role is refused exactly if the role does not have the permission $permission',
    async (given) => {
      sessions.set(TOKEN, memberOf(given.role));
      const answer = await (given.method === 'GET' ? query : change)(given.name);
      if (mayDo([given.role], given.permission)) expect(codeOf(answer)).not.toBe('permission_denied');
      else expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 403, code: 'permission_denied' });
    },
  );

  test.each(CONSOLE_CONTRACTS.map(({ name, method, permission }) => ({ name, method, permission })))(
    '$name without a session is not_signed_in, unless it is public',
    async ({ name, method, permission }) => {
      const answer = await (method === 'GET' ? query : change)(name, {}, { token: null });
      // Not being signed in is no error for a page that asks who is signed in.
      const status = name === 'me' ? 200 : 401;
      if (permission === 'public') expect(codeOf(answer)).not.toBe('not_signed_in');
      else expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status, code: 'not_signed_in' });
    },
  );

  test.each(
    CONSOLE_CONTRACTS.filter(({ permission }) => isOfTenant(permission)).map(({ name, method }) => ({ name, method })),
  )('$name of an operator who acts as no tenant is no_tenant_chosen', async ({ name, method }) => {
    sessions.set(TOKEN, memberOf('operator', { tenantId: null, tenantSlug: null }));
    expect(codeOf(await (method === 'GET' ? query : change)(name))).toBe('no_tenant_chosen');
  });

  test.each(CONSOLE_CONTRACTS.filter(({ method }) => method !== 'GET').map(({ name }) => name))(
    '%s from another origin, or from none, is foreign_origin',
    async (name) => {
      sessions.set(TOKEN, memberOf('operator'));
      for (const origin of ['https://evil.example', 'null', null])
        expect(codeOf(await change(name, {}, { origin }))).toBe('foreign_origin');
      // A change cannot be made as a query.
      expect((await query(name)).status).toBe(405);
    },
  );
});

describe('an inactive tenant', () => {
  const ofTenant = CONSOLE_CONTRACTS.filter(({ permission }) => isOfTenant(permission));
  const refused = (answer: Answer) => answer.status === 402 && codeOf(answer) === 'tenant_inactive';

  test('lets its owner see and export everything, remove and stop things, but not add, send or spend', async () => {
    desk.isTenantActive = false;
    const passed: string[] = [];
    for (const { name, method } of ofTenant) {
      sessions.set(TOKEN, memberOf('owner'));
      const answer = await (method === 'GET' ? query : change)(name);
      // Its QR code links a phone.
      if (method === 'GET')
        expect({ name, refused: refused(answer) }).toEqual({ name, refused: name === 'session-qr' });
      else if (!refused(answer)) passed.push(name);
    }
    expect(passed.toSorted()).toEqual([
      'delete-ai-key',
      'delete-bot',
      'delete-canned-reply',
      'delete-knowledge',
      'delete-note',
      'delete-push-subscription',
      'delete-recipient',
      'delete-session',
      'delete-single-sign-on',
      'delete-tenant-platform-webhook',
      'delete-view',
      'mark-conversation-read',
      'mark-conversation-unread',
      'mark-mentions-read',
      'pause-tenant-platform-webhook',
      'pause-webhook',
      'remove-member',
      'remove-tenant-channel',
      'report-presence',
      'revoke-invitation',
      'revoke-key',
    ]);
    expect(
      asked.filter(({ name }) => name === 'create-key' || name === 'connect-link' || name === 'session-qr'),
    ).toEqual([]);
  });

  test.each(['sign-out', 'change-password', 'update-me'])('lets its members call %s', async (name) => {
    desk.isTenantActive = false;
    sessions.set(TOKEN, memberOf('agent'));
    expect(refused(await change(name))).toBe(false);
  });

  test('can be changed by the operator', async () => {
    desk.isTenantActive = false;
    sessions.set(TOKEN, memberOf('operator'));
    for (const { name, method } of ofTenant)
      expect(refused(await (method === 'GET' ? query : change)(name))).toBe(false);
  });
});

// docs/reference/console.md#limits-of-members
describe('changes of a member', () => {
  const write = () => change('update-me', { name: 'Ann' });
  const MOST = 300;

  test('are limited for each session and minute, with Retry-After, and reads are not limited', async () => {
    sessions.set(TOKEN, memberOf('agent', { sessionId: 'ses_limited00000', memberId: 'mem_limited00000' }));
    for (let made = 0; made < MOST; made++) expect(codeOf(await write())).not.toBe('rate_limited');
    const answer = await write();
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^[1-9]\d?$/) } });
    expect(codeOf(answer)).toBe('rate_limited');
    expect((await query('list-conversations', { limit: 10 })).status).not.toBe(429);
    desk.nowMs += 60_001;
    expect((await write()).status).not.toBe(429);
  });

  test('are limited for a member over all sessions, and a second member is not affected', async () => {
    desk.nowMs += 60_001;
    for (let session = 0; session < 2; session++) {
      sessions.set(TOKEN, memberOf('agent', { sessionId: `ses_many0000000${session}`, memberId: 'mem_many00000000' }));
      desk.nowMs += 2000;
      for (let made = 0; made < MOST; made++) await write();
    }
    sessions.set(TOKEN, memberOf('agent', { sessionId: 'ses_many00000003', memberId: 'mem_many00000000' }));
    desk.nowMs += 2000;
    expect(codeOf(await write())).toBe('rate_limited');
    sessions.set(TOKEN, memberOf('agent', { sessionId: 'ses_calm00000000', memberId: 'mem_calm00000000' }));
    desk.nowMs += 2000;
    expect(codeOf(await write())).not.toBe('rate_limited');
  });
});

describe('the tenant', () => {
  test('is that of the session, whatever slug the browser gives', async () => {
    sessions.set(TOKEN, memberOf('developer'));
    expect((await query('list-keys', { slug: 'other', limit: 10 })).status).toBe(200);
    expect(asked).toMatchObject([{ input: { slug: 'shop', limit: 10 }, context: { member: { tenantSlug: 'shop' } } }]);
  });

  test('of an action calls with its oldest key and every channel; without a key it is unknown_key', async () => {
    sessions.set(TOKEN, memberOf('owner'));
    const wanted = { channel: 'fb', redirect_url: 'https://shop.example' };
    expect((await change('connect-link', wanted)).status).toBe(200);
    expect(asked[0]?.context.caller).toEqual({
      tenantId: 1,
      tenantSlug: 'shop',
      instanceId: 'ins_oldest00000',
      channels: ['wd', 'wa', 'tg', 'fb', 'ig', 'tt'],
    });
    sessions.set(TOKEN, memberOf('owner', { sessionId: 'ses_other0000000', tenantId: 2 }));
    desk.nowMs += 10_000;
    expect(codeOf(await change('connect-link', wanted))).toBe('unknown_key');
  });
});

describe('the cookie', () => {
  test('holds a new token after sign-in, is HttpOnly and Lax, and is the only place with the token', async () => {
    const answer = await change(
      'sign-in',
      { email: 'ann@shop.example', password: 'secret' },
      { token: 'F'.repeat(43) },
    );
    expect(answer.body).toEqual({ result: { data: { ok: true } } });
    expect(answer.headers['set-cookie']).toEqual([
      `parley_session=${TOKEN}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
      expect.stringMatching(/^parley_device=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/),
    ]);
    expect(asked[0]?.context.visitor).toMatchObject({ address: '127.0.0.1', network: null });
  });

  test('of the browser stays the same across sign-ins, and services see only its hash', async () => {
    const given = { email: 'ann@shop.example', password: 'secret' };
    const first = await change('sign-in', given, { token: null });
    const secret = /parley_device=([\w-]{43})/.exec(String(first.headers['set-cookie']))?.[1] ?? '';
    const second = await change('sign-in', given, { token: null, headers: { cookie: `parley_device=${secret}` } });
    expect(String(second.headers['set-cookie'])).toContain(`parley_device=${secret};`);
    const device = createHash('sha256').update(secret).digest('hex');
    expect(asked.map(({ context }) => context.visitor?.device)).toEqual([device, device]);
  });

  test('is Secure and has the prefix __Host- exactly when the public URL is https', async () => {
    const secure = await openGateway({
      variables: { PARLEY_PUBLIC_URL: 'https://parley.example' },
      beside: desk.gateway,
    });
    const answer = await secure.call('POST', '/console/trpc/sign-in', {
      body: { email: 'ann@shop.example', password: 'secret' },
      headers: { origin: 'https://parley.example' },
    });
    expect(answer.headers['set-cookie']).toEqual([
      `__Host-parley_session=${TOKEN}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
      expect.stringMatching(/^__Host-parley_device=.{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    sessions.set(TOKEN, memberOf('agent'));
    const plain = { cookie: `parley_session=${TOKEN}` };
    expect(codeOf(await secure.call('GET', '/console/trpc/me', { headers: plain }))).toBe('not_signed_in');
    await secure.close();
  });

  test('is cleared at sign-out', async () => {
    sessions.set(TOKEN, memberOf('agent'));
    const answer = await change('sign-out');
    expect(answer.headers['set-cookie']).toEqual(['parley_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']);
  });
});

describe('a session', () => {
  test('is looked up once in 0.9 s, and again when a hint announces a change', async () => {
    sessions.set(TOKEN, memberOf('agent'));
    const before = desk.lookUps;
    await query('me');
    desk.nowMs += 899;
    await query('me');
    expect(desk.lookUps - before).toBe(1);
    desk.nowMs += 2;
    await query('me');
    expect(desk.lookUps - before).toBe(2);
    sessions.clear();
    const bus = makeBusClient(desk.gateway.carrier, { logger: silentLogger });
    bus.publishHint(sessionChanged, { sessionId: memberOf('agent').sessionId });
    const refused = async () => codeOf(await query('me')) === 'not_signed_in' || null;
    await pollUntil(refused, { what: () => 'the end of the session' });
  });
});

describe('the admin token', () => {
  test('opens a session and never leaves the gateway', async () => {
    const answer = await change('sign-in-as-operator', { admin_token: ADMIN_TOKEN }, { token: null });
    expect(answer.headers['set-cookie']).toHaveLength(1);
    const adminTokenHash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(asked).toMatchObject([{ name: 'open-operator-session', input: { adminTokenHash } }]);
    expect(JSON.stringify(asked)).not.toContain(ADMIN_TOKEN);
  });

  test('binds its sessions to the token: a gateway with another token, or none, finds only sessions of that token', async () => {
    await change('sign-in-as-operator', { admin_token: ADMIN_TOKEN }, { token: null });
    const inForce = async (gateway: TestGateway): Promise<unknown> => {
      const asking: unknown[] = [];
      answerContract(gateway.carrier, authenticateSession, async ({ adminTokenHash }) => {
        asking.push(adminTokenHash);
        return { member: null, isTenantActive: true };
      });
      await gateway.call('GET', pathOf('me', {}), { headers: headersOf({}, null) });
      await gateway.stop();
      return asking[0];
    };
    const own = asked[0]?.input.adminTokenHash;
    expect(await inForce(await openGateway())).toBe(own);
    const other = await inForce(await openGateway({ variables: { PARLEY_ADMIN_TOKEN: `${ADMIN_TOKEN}-2` } }));
    expect(other).toMatch(/^[0-9a-f]{64}$/);
    expect(other).not.toBe(own);
    expect(await inForce(await openGateway({ variables: { PARLEY_ADMIN_TOKEN: '' } }))).toBeNull();
  });

  test('opens no session when it is wrong', async () => {
    const answer = await change('sign-in-as-operator', { admin_token: 'wrong' }, { token: null });
    expect(codeOf(answer)).toBe('invalid_admin_token');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe('the audit log', () => {
  test('records a change before it is made, and its outcome afterwards', async () => {
    sessions.set(TOKEN, memberOf('developer'));
    const input = { label: 'till', channels: ['wa'] };
    expect(codeOf(await change('create-key', input))).toBe('unknown_tenant');
    expect(audit).toMatchObject([
      {
        action: 'create-key',
        input: { ...input, slug: 'shop' },
        outcome: 'unknown_tenant',
        context: { member: { memberId: 'mem_developer00000000' }, visitor: { address: '127.0.0.1' } },
      },
    ]);
  });

  test('records only values that differ from before', async () => {
    sessions.set(TOKEN, memberOf('developer'));
    await change('update-key', { instance_id: KEY_VIEW.instanceId, label: 'shop', enabled: true });
    expect(audit).toMatchObject([
      { action: 'update-key', outcome: 'done', changes: [{ field: 'label', before: 'till', after: 'shop' }] },
    ]);
  });

  test('records no queries, and nothing that was refused before it was read', async () => {
    sessions.set(TOKEN, memberOf('agent'));
    await query('me');
    await change('create-key', { label: 'till', channels: ['wa'] });
    sessions.set(TOKEN, memberOf('developer'));
    desk.nowMs += 10_000;
    expect(codeOf(await change('create-key', { label: '' }))).toBe('missing_label');
    expect(audit).toEqual([]);
  });

  test('stops the change when it cannot be written', async () => {
    const bare = await openGateway();
    answerContract(bare.carrier, authenticateSession, async () => ({
      member: memberOf('developer'),
      isTenantActive: true,
    }));
    let made = 0;
    bare.carrier.serve(subjectOf(createKey), 'accounts', async () => {
      made++;
      return '{}';
    });
    const answer = await bare.call('POST', '/console/trpc/create-key', {
      body: { label: 'till', channels: ['wa'] },
      headers: { origin: bare.url, cookie: `parley_session=${TOKEN}` },
    });
    expect(codeOf(answer)).toBe('service_unavailable');
    expect(made).toBe(0);
    await bare.stop();
  });
});
