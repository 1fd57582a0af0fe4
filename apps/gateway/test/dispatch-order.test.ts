import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerServices } from './answer-services.ts';
import { type Answer, type Ask, KEY, makeKey, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
let seen: ReturnType<typeof answerServices>['seen'];

const TEXT = { channel: 'wa', to: '+16505551234', message: 'hello' };
const keyOf = (name: string, changes: Parameters<typeof makeKey>[0]) =>
  gateway.keys.set(name, makeKey({ instanceId: `ins_${name}00000000`, ...changes }));

beforeAll(async () => {
  gateway = await openGateway({ variables: { PARLEY_ELIGIBLE_PLANS: 'professional, Enterprise' } });
  ({ seen } = answerServices(gateway.carrier));
  keyOf('limited', { rateLimitPerMinute: 1 });
  keyOf('inactive', { tenantActive: false });
  keyOf('hobby', { plan: 'hobby' });
  keyOf('inactivehobby', { tenantActive: false, plan: 'hobby' });
  keyOf('other', { tenantSlug: 'other' });
  await gateway.action('GET', 'status', { key: 'limited' });
});
afterAll(() => gateway.stop());

interface Row {
  row: string;
  ask: () => Promise<Answer>;
  status: number;
  error: string;
}

const act = (method: string, action: string, ask?: Ask) => () => gateway.action(method, action, ask);
const post = (key: string, ask: Ask) => act('POST', 'send', { key, ...ask });
const at = (method: string, path: string, ask?: Ask) => () => gateway.call(method, path, ask);

const TEXT_PLAIN = { raw: 'hello', headers: { 'content-type': 'text/plain' } };
const BROKEN = { raw: '{"channel":', headers: { 'content-type': 'application/json' } };
const json = (raw: string) => ({ raw, headers: { 'content-type': 'application/json' } });

const ROWS: Row[] = [
  { row: '1 no key', ask: act('GET', 'status', { key: null }), status: 401, error: 'missing_api_key' },
  {
    row: '1 before 2: no key at an unknown tenant',
    ask: at('GET', '/nobody/api/messaging/'),
    status: 401,
    error: 'missing_api_key',
  },
  { row: '2 unknown key', ask: act('GET', 'status', { key: 'nope' }), status: 401, error: 'invalid_api_key' },
  {
    row: '2 key of another tenant',
    ask: act('GET', 'status', { key: 'other' }),
    status: 401,
    error: 'invalid_api_key',
  },
  {
    row: '2 unknown tenant answers the same',
    ask: at('GET', '/nobody/api/messaging/?action=status', { key: KEY }),
    status: 401,
    error: 'invalid_api_key',
  },
  {
    row: '2 before 3: a limited key at another tenant',
    ask: at('GET', '/nobody/api/messaging/?action=status', { key: 'limited' }),
    status: 401,
    error: 'invalid_api_key',
  },
  { row: '3 rate', ask: act('GET', 'status', { key: 'limited' }), status: 429, error: 'rate_limited' },
  { row: '3 before 4', ask: act('GET', 'fly', { key: 'limited' }), status: 429, error: 'rate_limited' },
  { row: '4 no action', ask: at('GET', '/demo/api/messaging/', { key: KEY }), status: 400, error: 'missing_action' },
  {
    row: '4 blank action',
    ask: at('GET', '/demo/api/messaging/?action=%20', { key: KEY }),
    status: 400,
    error: 'missing_action',
  },
  {
    row: '4 two actions',
    ask: at('GET', '/demo/api/messaging/?action=status&action=send', { key: KEY }),
    status: 400,
    error: 'invalid_action',
  },
  { row: '4 unknown action', ask: act('GET', 'fly'), status: 404, error: 'unknown_action' },
  { row: '4 before 5: unknown action, odd method', ask: act('DELETE', 'fly'), status: 404, error: 'unknown_action' },
  { row: '5 method', ask: act('GET', 'send'), status: 405, error: 'method_not_allowed' },
  { row: '5 another method', ask: act('PUT', 'status'), status: 405, error: 'method_not_allowed' },
  { row: '5 any method HTTP knows', ask: act('PROPFIND', 'status'), status: 405, error: 'method_not_allowed' },
  {
    row: '5 before 6',
    ask: act('GET', 'send', { key: 'inactive' }),
    status: 405,
    error: 'method_not_allowed',
  },
  { row: '6 account', ask: act('GET', 'channels', { key: 'inactive' }), status: 402, error: 'insufficient_balance' },
  {
    row: '6 before 7',
    ask: act('GET', 'channels', { key: 'inactivehobby' }),
    status: 402,
    error: 'insufficient_balance',
  },
  { row: '7 plan', ask: act('GET', 'channels', { key: 'hobby' }), status: 403, error: 'plan_not_eligible' },
  { row: '7 before 8', ask: post('hobby', TEXT_PLAIN), status: 403, error: 'plan_not_eligible' },
  { row: '8 type', ask: post(KEY, TEXT_PLAIN), status: 415, error: 'unsupported_media_type' },
  { row: '8 no type', ask: post(KEY, { raw: '{}' }), status: 415, error: 'unsupported_media_type' },
  {
    row: '8 charset',
    ask: post(KEY, { raw: '{}', headers: { 'content-type': 'application/json; charset=latin1' } }),
    status: 415,
    error: 'unsupported_media_type',
  },
  {
    row: '8 coding',
    ask: post(KEY, { raw: '{}', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } }),
    status: 415,
    error: 'unsupported_media_type',
  },
  { row: '8 broken', ask: post(KEY, BROKEN), status: 400, error: 'invalid_json' },
  { row: '8 empty', ask: post(KEY, json('')), status: 400, error: 'invalid_json' },
  { row: '8 a list', ask: post(KEY, json('[]')), status: 400, error: 'invalid_json' },
  { row: '8 null', ask: post(KEY, json('null')), status: 400, error: 'invalid_json' },
  {
    row: '8 not UTF-8',
    ask: post(KEY, {
      raw: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
      headers: { 'content-type': 'application/json' },
    }),
    status: 400,
    error: 'invalid_json',
  },
  {
    row: '8 too deep',
    ask: post(KEY, json(`{"template":{"components":${'['.repeat(9000)}${']'.repeat(9000)}}}`)),
    status: 400,
    error: 'invalid_json',
  },
  {
    row: '8 one byte more than 1 MiB',
    ask: post(KEY, json(`{"x":"${'y'.repeat(1024 * 1024 - 7)}"}`)),
    status: 413,
    error: 'payload_too_large',
  },
  { row: '9 fields', ask: post(KEY, { body: {} }), status: 400, error: 'missing_channel' },
  { row: '9 before 10', ask: post(KEY, { body: { channel: 'fb', message: 'x' } }), status: 400, error: 'missing_to' },
  {
    row: '10 channel',
    ask: post(KEY, { body: { ...TEXT, channel: 'fb' } }),
    status: 403,
    error: 'channel_not_allowed',
  },
  {
    row: '10 before 11',
    ask: post(KEY, { body: { ...TEXT, channel: 'fb', to: 'nobody' } }),
    status: 403,
    error: 'channel_not_allowed',
  },
  {
    row: '10 the channel of the action itself',
    ask: act('POST', 'create-session', { body: { label: 'x' } }),
    status: 403,
    error: 'channel_not_allowed',
  },
  {
    row: '10 the platform',
    ask: at('GET', '/demo/api/messaging/comments?platform=fb', { key: KEY }),
    status: 403,
    error: 'channel_not_allowed',
  },
  { row: '11 the service', ask: post(KEY, { body: { ...TEXT, to: 'nobody' } }), status: 404, error: 'not_connected' },
  {
    row: '11 no service there',
    ask: act('GET', 'templates'),
    status: 503,
    error: 'service_unavailable',
  },
];

describe('the order of the checks', () => {
  test.each(ROWS)('$row is $status $error', async ({ ask, status, error }) => {
    const answer = await ask();
    expect([answer.status, answer.body?.error]).toEqual([status, error]);
    expect(answer.body.ok).toBe(false);
    expect(answer.body.message).toBeTruthy();
    expect(answer.body.request_id).toMatch(/^req_[0-9a-z]{26}$/);
    expect(answer.headers['x-request-id']).toBe(answer.body.request_id);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('status alone works for an inactive account on an ineligible plan', async () => {
    expect((await gateway.action('GET', 'status', { key: 'inactivehobby' })).status).toBe(200);
  });

  test('exactly 1 MiB is accepted', async () => {
    const fill = 1024 * 1024 - JSON.stringify({ ...TEXT, x: '' }).length;
    const body = { ...TEXT, x: 'y'.repeat(fill) };
    expect((await gateway.action('POST', 'send', { body })).status).toBe(200);
  });

  test('a refused request never reaches the service', async () => {
    const before = seen.length;
    for (const { ask, row } of ROWS) if (!row.startsWith('11')) await ask();
    expect(seen.length).toBe(before);
  });

  test('405 names the method in Allow', async () => {
    expect((await gateway.action('GET', 'send')).headers.allow).toBe('POST');
    expect((await gateway.action('POST', 'status')).headers.allow).toBe('GET');
  });
});

describe('both spellings', () => {
  const spellings = [
    '/demo/api/messaging/?action=send',
    '/demo/api/messaging?action=send',
    '/demo/api/messaging/send',
    '/demo/api/messaging/send/',
  ];

  test.each(spellings)('%s runs the same code', async (path) => {
    const sent = await gateway.call('POST', path, { key: KEY, body: TEXT });
    expect(sent.status).toBe(200);
    expect(sent.body).toEqual({ ok: true, message_id: '7', channel: 'wa', to: TEXT.to });
    expect((await gateway.call('POST', path, { key: KEY, body: {} })).body).toMatchObject({ error: 'missing_channel' });
    expect((await gateway.call('GET', path, { key: KEY })).status).toBe(405);
  });

  test('the service gets parsed fields and the key’s record', async () => {
    await gateway.action('POST', 'send', { body: { ...TEXT, unknown: 1, media_url: '', template: null } });
    expect(seen.at(-1)).toMatchObject({
      name: 'send',
      input: TEXT,
      context: { caller: { tenantId: 1, tenantSlug: 'demo', instanceId: 'ins_demo000000', channels: ['wa', 'tg'] } },
    });
    expect(Object.keys(seen.at(-1)?.input ?? {})).toEqual(['channel', 'to', 'message']);
  });
});

describe('headers', () => {
  test('the bearer wins over X-API-Key, and another scheme counts as absent', async () => {
    const withHeaders = (headers: Record<string, string>) => gateway.action('GET', 'status', { key: null, headers });
    expect((await withHeaders({ 'x-api-key': KEY })).status).toBe(200);
    expect((await withHeaders({ authorization: `bearer   ${KEY}` })).status).toBe(200);
    expect((await withHeaders({ authorization: 'Bearer wrong', 'x-api-key': KEY })).status).toBe(401);
    expect((await withHeaders({ authorization: `Bearer ${KEY}`, 'x-api-key': 'wrong' })).status).toBe(200);
    expect((await withHeaders({ authorization: 'Basic eDp5', 'x-api-key': KEY })).status).toBe(200);
    expect((await withHeaders({ authorization: 'Basic eDp5' })).body.error).toBe('missing_api_key');
    expect((await withHeaders({ authorization: 'Bearer ' })).body.error).toBe('missing_api_key');
    expect((await withHeaders({ 'x-api-key': ' ' })).body.error).toBe('missing_api_key');
  });

  test('every answer has a request id of the gateway, whatever the caller sends', async () => {
    const answer = await gateway.action('GET', 'status', { headers: { 'x-request-id': 'req_forged' } });
    expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
    expect((await gateway.call('GET', '/nowhere/at/all')).body).toMatchObject({ ok: false, error: 'unknown_route' });
    expect((await gateway.call('GET', '/demo/api/messaging/%zz', { key: KEY })).body.request_id).toMatch(/^req_/);
  });

  test('no answer reveals the server software, and none may be sniffed, framed or cached', async () => {
    const { headers } = await gateway.action('GET', 'status');
    expect(headers.server).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    });
  });
});
