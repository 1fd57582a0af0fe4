import { createHash } from 'node:crypto';
import { makeBusClient } from '@parley/bus/bus-client';
import { makeLogger } from '@parley/bus/logger';
import type { CallContext, MemberCaller } from '@parley/common/call-context';
import { CONSOLE_ROLES, type ConsoleRole, isOfTenant, mayDo } from '@parley/common/console-roles';
import { connectLink } from '@parley/common/contracts/channels/connect-link';
import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import { liveEvents } from '@parley/common/contracts/console/live-events';
import { me, signOut } from '@parley/common/contracts/console/my-account';
import { signIn } from '@parley/common/contracts/console/sign-in';
import {
  authenticateSession,
  findKeyOfTenant,
  openOperatorSession,
  recordAudit,
  settleAudit,
} from '@parley/common/contracts/internal/console-session';
import { createKey, listKeys } from '@parley/common/contracts/operator/keys';
import { subjectOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openEventStream } from './event-stream.ts';
import { ADMIN_TOKEN, type Answer, answerContract, openGateway, type TestGateway } from './open-gateway.ts';

const TOKEN = 'T'.repeat(43);
const PATIENCE = { deadlineMs: 20_000 };

let gateway: TestGateway;
let nowMs = 1_000_000;
/** Who has a session, by its token. */
const sessions = new Map<string, MemberCaller>();
const asked: { name: string; input: Record<string, unknown>; context: CallContext }[] = [];
const audit: { action: string; input: unknown; outcome: string | null; context: CallContext }[] = [];
let lookUps = 0;
/** The newest event of every tenant. */
let happened = 'evt_happened000000';
const AT = '2026-01-01T00:00:00.000Z';

const memberOf = (role: ConsoleRole, changes: Partial<MemberCaller> = {}): MemberCaller => ({
  session_id: `ses_${role}00000000`,
  role,
  member_id: role === 'operator' ? null : `mem_${role}00000000`,
  tenant_id: 1,
  tenant_slug: 'shop',
  ...changes,
});

beforeAll(async () => {
  gateway = await openGateway({ nowMs: () => nowMs });
  const { carrier } = gateway;
  answerContract(carrier, authenticateSession, async ({ token_hash }) => {
    lookUps++;
    for (const [token, member] of sessions)
      if (createHash('sha256').update(token).digest('hex') === token_hash) return { member };
    return { member: null };
  });
  answerContract(carrier, findKeyOfTenant, async ({ tenant_id }) => ({
    instance_id: tenant_id === 1 ? 'ins_oldest00000' : null,
  }));
  answerContract(carrier, recordAudit, async ({ action, input }, context) => {
    audit.push({ action, input, outcome: null, context });
    return { id: String(audit.length - 1) };
  });
  answerContract(carrier, settleAudit, async ({ id, outcome }) => {
    const entry = audit[Number(id)];
    if (entry) entry.outcome = outcome;
    return {};
  });
  answerContract(carrier, signIn, async (input, context) => {
    asked.push({ name: 'sign-in', input, context });
    return { session_token: TOKEN };
  });
  answerContract(carrier, openOperatorSession, async (input, context) => {
    asked.push({ name: 'open-operator-session', input, context });
    return { session_token: TOKEN };
  });
  answerContract(carrier, signOut, async () => ({ ok: true as const }));
  answerContract(carrier, me, async (_input, context) => ({
    session_id: context.member?.session_id ?? '',
    role: context.member?.role ?? 'agent',
    permissions: [],
    member: null,
    tenant: null,
  }));
  answerContract(carrier, listKeys, async (input, context) => {
    asked.push({ name: 'list-keys', input, context });
    return { items: [], next_cursor: null };
  });
  answerContract(carrier, connectLink, async (input, context) => {
    asked.push({ name: 'connect-link', input, context });
    return { ok: true as const, channel: input.channel, connect_url: 'https://x.example', redirect_url: 'x' };
  });
  answerContract(carrier, liveEvents, async ({ after }, { member }) => {
    const id = `evt_of${member?.tenant_id}000000000`;
    const events =
      after === undefined || after === happened
        ? []
        : [{ id: happened, event: 'message.received', channel: 'wa', conversation_id: 1, created_at: AT }];
    return { is_start: after === undefined, events, next_after: events[0]?.id ?? after ?? id, has_more: false };
  });
  answerContract(carrier, createKey, async (input, context) => {
    asked.push({ name: 'create-key', input, context });
    // It was written down before.
    expect(audit.at(-1)).toMatchObject({ action: 'create-key', outcome: null });
    throw new AppError('unknown_tenant');
  });
});
afterAll(() => gateway.stop());
afterEach(() => {
  sessions.clear();
  asked.length = 0;
  audit.length = 0;
  nowMs += 10_000;
});

interface Asking {
  token?: string | null;
  origin?: string | null;
  headers?: Record<string, string>;
}

const headersOf = ({ token = TOKEN, origin, headers }: Asking, own: string | null) => ({
  ...(token === null ? {} : { cookie: `parley_session=${token}` }),
  ...((origin === undefined ? own : origin) === null ? {} : { origin: String(origin === undefined ? own : origin) }),
  ...headers,
});
const change = (name: string, body: object = {}, asking: Asking = {}): Promise<Answer> =>
  gateway.call('POST', `/console/trpc/${name}`, { body, headers: headersOf(asking, gateway.url) });
const STREAMS = new Set<string>([liveEvents.name]);
const pathOf = (name: string, input: object): string =>
  `/console/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
/** The first answer of a stream stands for it; its error comes in the stream. */
async function query(name: string, input: object = {}, asking: Asking = {}): Promise<Answer> {
  const headers = headersOf(asking, null);
  if (!STREAMS.has(name)) return gateway.call('GET', pathOf(name, input), { headers });
  const stream = await openEventStream(gateway.url, pathOf(name, input), headers);
  const { event, data } = await stream.next();
  stream.close();
  const body = event === 'serialized-error' ? { error: data } : { result: { data } };
  return { status: body.error?.data.httpStatus ?? 200, headers: {}, text: '', body };
}
const codeOf = ({ body }: Answer): string => body.error?.data.error ?? 'done';

describe('every operation of the console', () => {
  const cases = CONSOLE_CONTRACTS.flatMap((operation) => CONSOLE_ROLES.map((role) => ({ ...operation, role })));

  test.each(cases)(
    '$name as $role is refused exactly where the permission $permission is not theirs',
    async (given) => {
      sessions.set(TOKEN, memberOf(given.role));
      const answer = await (given.method === 'GET' ? query : change)(given.name);
      if (mayDo(given.role, given.permission)) expect(codeOf(answer)).not.toBe('permission_denied');
      else expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 403, code: 'permission_denied' });
    },
  );

  test.each(CONSOLE_CONTRACTS.map(({ name, method, permission }) => ({ name, method, permission })))(
    '$name without a session is not_signed_in, unless it is public',
    async ({ name, method, permission }) => {
      const answer = await (method === 'GET' ? query : change)(name, {}, { token: null });
      // A page that asks who is signed in makes no error of it that nobody is.
      const status = name === 'me' ? 200 : 401;
      if (permission === 'public') expect(codeOf(answer)).not.toBe('not_signed_in');
      else expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status, code: 'not_signed_in' });
    },
  );

  test.each(
    CONSOLE_CONTRACTS.filter(({ permission }) => isOfTenant(permission)).map(({ name, method }) => ({ name, method })),
  )('$name of an operator who acts as no tenant is no_tenant_chosen', async ({ name, method }) => {
    sessions.set(TOKEN, memberOf('operator', { tenant_id: null, tenant_slug: null }));
    expect(codeOf(await (method === 'GET' ? query : change)(name))).toBe('no_tenant_chosen');
  });

  test.each(CONSOLE_CONTRACTS.filter(({ method }) => method !== 'GET').map(({ name }) => name))(
    '%s from another origin, or from none, is foreign_origin',
    async (name) => {
      sessions.set(TOKEN, memberOf('operator'));
      for (const origin of ['https://evil.example', 'null', null])
        expect(codeOf(await change(name, {}, { origin }))).toBe('foreign_origin');
      // A change is no query.
      expect((await query(name)).status).toBe(405);
    },
  );
});

describe('live events', () => {
  const START = { event: 'message', data: { is_start: true, next_after: 'evt_of1000000000' } };
  const open = (asking: Asking = {}, input: object = {}) =>
    openEventStream(gateway.url, pathOf(liveEvents.name, input), headersOf(asking, null));

  test('go on after the event that the browser saw last, as its header or its input says', async () => {
    sessions.set(TOKEN, memberOf('agent'));
    const fresh = await open();
    expect(await fresh.next()).toMatchObject(START);
    for (const stream of [
      await open({ headers: { 'last-event-id': 'evt_seen0000000000' } }),
      await open({}, { lastEventId: 'evt_seen0000000000' }),
    ]) {
      expect(await stream.next()).toMatchObject({
        id: happened,
        data: { is_start: false, events: [{ id: happened }] },
      });
      stream.close();
    }
    happened = 'evt_happened000001';
    expect(await fresh.next()).toMatchObject({ id: happened });
    fresh.close();
  });

  test('end when the session does, or acts as another tenant', async () => {
    sessions.set(TOKEN, memberOf('operator'));
    const other = 'O'.repeat(43);
    sessions.set(other, memberOf('developer'));
    const [first, second] = [await open(), await open({ token: other })];
    await Promise.all([first.next(), second.next()]);
    sessions.set(TOKEN, memberOf('operator', { tenant_id: 2, tenant_slug: 'other' }));
    sessions.delete(other);
    gateway.carrier.publish(sessionChanged.topic, JSON.stringify({ session_id: null }));
    const ended = [await first.next(), await second.next()];
    expect(ended.map(({ data }) => data.data.error)).toEqual(['no_tenant_chosen', 'not_signed_in']);
  });

  test('are refused to a member who has eight streams, and given again when one ends', async () => {
    sessions.set(TOKEN, memberOf('owner'));
    const streams = await Promise.all(Array.from({ length: 8 }, () => open()));
    for (const stream of streams) await stream.next();
    const refused = await open();
    expect((await refused.next()).data.data.error).toBe('rate_limited');
    streams.pop()?.close();
    await pollUntil(
      async () => {
        const stream = await open();
        const { event } = await stream.next();
        stream.close();
        return event === 'message' || null;
      },
      { ...PATIENCE, what: () => 'a place' },
    );
    for (const stream of streams) stream.close();
  });

  test('of a gateway that closes end at once, without an end of the subscription: the browser goes on elsewhere', async () => {
    sessions.set(TOKEN, memberOf('owner'));
    const draining = await openGateway();
    answerContract(draining.carrier, authenticateSession, async () => ({ member: memberOf('owner') }));
    answerContract(draining.carrier, liveEvents, async () => ({ ...START.data, events: [], has_more: false }));
    const stream = await openEventStream(draining.url, pathOf(liveEvents.name, {}), headersOf({}, null));
    await stream.next();
    await draining.stop();
    expect(await stream.next()).toEqual({ event: 'closed', data: null });
  });
});

describe('the tenant', () => {
  test('is that of the session, whatever slug the browser gives', async () => {
    sessions.set(TOKEN, memberOf('developer'));
    expect((await query('list-keys', { slug: 'other', limit: 10 })).status).toBe(200);
    expect(asked).toMatchObject([{ input: { slug: 'shop', limit: 10 }, context: { member: { tenant_slug: 'shop' } } }]);
  });

  test('of an action has its oldest key as caller, with every channel; without a key it is unknown_key', async () => {
    sessions.set(TOKEN, memberOf('owner'));
    const wanted = { channel: 'fb', redirect_url: 'https://shop.example' };
    expect((await change('connect-link', wanted)).status).toBe(200);
    expect(asked[0]?.context.caller).toEqual({
      tenant_id: 1,
      tenant_slug: 'shop',
      instance_id: 'ins_oldest00000',
      channels: ['wd', 'wa', 'tg', 'fb', 'ig', 'tt'],
    });
    sessions.set(TOKEN, memberOf('owner', { session_id: 'ses_other0000000', tenant_id: 2 }));
    nowMs += 10_000;
    expect(codeOf(await change('connect-link', wanted))).toBe('unknown_key');
  });
});

describe('the cookie', () => {
  test('holds a new token after sign-in, is HttpOnly and Lax, and the answer does not hold the token', async () => {
    const answer = await change(
      'sign-in',
      { email: 'ann@shop.example', password: 'secret' },
      { token: 'F'.repeat(43) },
    );
    expect(answer.body).toEqual({ result: { data: { ok: true } } });
    expect(answer.headers['set-cookie']).toEqual([
      `parley_session=${TOKEN}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
    ]);
    expect(asked[0]?.context.visitor).toMatchObject({ address: '127.0.0.1', network: null });
  });

  test('is Secure and has the prefix __Host- exactly when the public URL is https', async () => {
    const secure = await openGateway({
      variables: { PARLEY_PUBLIC_URL: 'https://parley.example' },
      beside: gateway,
    });
    const answer = await secure.call('POST', '/console/trpc/sign-in', {
      body: { email: 'ann@shop.example', password: 'secret' },
      headers: { origin: 'https://parley.example' },
    });
    expect(answer.headers['set-cookie']).toEqual([
      `__Host-parley_session=${TOKEN}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
    ]);
    sessions.set(TOKEN, memberOf('agent'));
    const plain = { cookie: `parley_session=${TOKEN}` };
    expect(codeOf(await secure.call('GET', '/console/trpc/me', { headers: plain }))).toBe('not_signed_in');
    await secure.close();
  });

  test('is taken back at sign-out', async () => {
    sessions.set(TOKEN, memberOf('agent'));
    const answer = await change('sign-out');
    expect(answer.headers['set-cookie']).toEqual(['parley_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']);
  });
});

describe('a session', () => {
  test('is asked for once in 0.9 s, and again when a hint says that it changed', async () => {
    sessions.set(TOKEN, memberOf('agent'));
    const before = lookUps;
    await query('me');
    nowMs += 899;
    await query('me');
    expect(lookUps - before).toBe(1);
    nowMs += 2;
    await query('me');
    expect(lookUps - before).toBe(2);
    sessions.clear();
    const bus = makeBusClient(gateway.carrier, { logger: makeLogger({ level: 'silent', name: 'test' }) });
    bus.publishHint(sessionChanged, { session_id: memberOf('agent').session_id });
    const refused = async () => codeOf(await query('me')) === 'not_signed_in' || null;
    await pollUntil(refused, { ...PATIENCE, what: () => 'the end of the session' });
  });
});

describe('the admin token', () => {
  test('opens a session and goes no further than the gateway', async () => {
    const answer = await change('sign-in-as-operator', { admin_token: ADMIN_TOKEN }, { token: null });
    expect(answer.headers['set-cookie']).toHaveLength(1);
    expect(asked).toMatchObject([{ name: 'open-operator-session', input: {} }]);
    expect(JSON.stringify(asked)).not.toContain(ADMIN_TOKEN);
  });

  test('that is wrong opens none', async () => {
    const answer = await change('sign-in-as-operator', { admin_token: 'wrong' }, { token: null });
    expect(codeOf(answer)).toBe('invalid_admin_token');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe('the audit log', () => {
  test('has a change before it is made, with its outcome afterwards', async () => {
    sessions.set(TOKEN, memberOf('developer'));
    const input = { label: 'till', channels: ['wa'] };
    expect(codeOf(await change('create-key', input))).toBe('unknown_tenant');
    expect(audit).toMatchObject([
      {
        action: 'create-key',
        input: { ...input, slug: 'shop' },
        outcome: 'unknown_tenant',
        context: { member: { member_id: 'mem_developer00000000' }, visitor: { address: '127.0.0.1' } },
      },
    ]);
  });

  test('has no queries, and nothing that was refused before it was read', async () => {
    sessions.set(TOKEN, memberOf('agent'));
    await query('me');
    await change('create-key', { label: 'till', channels: ['wa'] });
    sessions.set(TOKEN, memberOf('developer'));
    nowMs += 10_000;
    expect(codeOf(await change('create-key', { label: '' }))).toBe('missing_label');
    expect(audit).toEqual([]);
  });

  test('that cannot be written stops the change', async () => {
    const bare = await openGateway();
    answerContract(bare.carrier, authenticateSession, async () => ({ member: memberOf('developer') }));
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
