import { busSchemasOf } from '@parley/common/casing/contract-casing';
import { events } from '@parley/common/contracts/account/events';
import type { AppRouter } from '@parley/common/contracts/app-router';
import { send } from '@parley/common/contracts/messages/send';
import { createTenant, getTenant } from '@parley/common/contracts/operator/tenants';
import { AppError } from '@parley/common/errors';
import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from '@trpc/client';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { answerServices } from './answer-services.ts';
import { ADMIN_TOKEN, answerContract, KEY, makeKey, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
let seen: ReturnType<typeof answerServices>['seen'];
const given: unknown[] = [];

const TEXT = { channel: 'wa', to: '+16505551234', message: 'hello' } as const;
const TENANT = {
  slug: 'shop',
  name: 'Shop',
  plan: 'professional',
  status: 'active',
  balance: 0,
  retentionDays: null,
  lowCreditThreshold: null,
  createdAt: '2026-01-31T12:00:00.000Z',
} as const;

beforeAll(async () => {
  gateway = await openGateway({ variables: { PARLEY_ELIGIBLE_PLANS: 'professional' } });
  ({ seen } = answerServices(gateway.carrier));
  answerContract(gateway.carrier, getTenant, async ({ slug }) => {
    if (slug !== TENANT.slug) throw new AppError('unknown_tenant');
    return TENANT;
  });
  answerContract(gateway.carrier, createTenant, async (input) => {
    given.push(input);
    return { ...TENANT, slug: input.slug };
  });
  answerContract(gateway.carrier, events, async (input) => {
    given.push(input);
    return { ok: true as const, count: 0, events: [], nextAfter: null, hasMore: false };
  });
  gateway.keys.set('limited', makeKey({ instanceId: 'ins_limited00000000', rateLimitPerMinute: 1 }));
  gateway.keys.set('hobby', makeKey({ instanceId: 'ins_hobby00000000', plan: 'hobby' }));
});
afterAll(() => gateway.stop());

/** A client with this bearer and these headers; its types come from the contracts only. */
function clientOf(token: string | null, headers: Record<string, string> = {}) {
  const sent = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers };
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${gateway.url}/trpc`, headers: sent })] });
}

/** The error of a refused call. */
async function refusalOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCClientError)) throw new Error('The call was not refused.', { cause: error });
  const { message, data, shape } = error as TRPCClientError<AppRouter>; // safe: every client here is of this router
  return { message, data, code: shape?.code };
}

describe('with a customer key', () => {
  test('a query returns the contract’s output, typed', async () => {
    const answer = await clientOf(KEY).status.query({});
    expectTypeOf(answer.balance).toEqualTypeOf<number>();
    expect(answer).toEqual({ ok: true, instance_id: 'ins_demo000000', channels: ['wa', 'tg'], balance: 10 });
  });

  test('a mutation reaches the service with parsed fields and the key’s record', async () => {
    const answer = await clientOf(KEY).send.mutate({ ...TEXT, media_url: '' });
    expectTypeOf(answer.message_id).toEqualTypeOf<string>();
    expect(answer).toEqual({ ok: true, message_id: '7', channel: 'wa', to: TEXT.to });
    expect(seen.at(-1)).toMatchObject({
      name: 'send',
      input: TEXT,
      context: { caller: { tenantSlug: 'demo', instanceId: 'ins_demo000000' } },
    });
  });

  test('fields with a default may be left out', async () => {
    await clientOf(KEY).events.query({});
    expect(given.at(-1)).toEqual({ limit: 100 });
  });

  test('X-API-Key and Idempotency-Key work as in the other APIs', async () => {
    const client = clientOf(null, { 'x-api-key': KEY, 'idempotency-key': 'once' });
    await client.send.mutate(TEXT);
    expect(seen.at(-1)).toMatchObject({ context: { idempotency: { key: 'once' } } });
    const { data } = await refusalOf(clientOf(KEY, { 'idempotency-key': 'x'.repeat(256) }).send.mutate(TEXT));
    expect(data?.error).toBe('invalid_idempotency_key');
  });
});

describe('with the admin token', () => {
  test('a query returns the resource', async () => {
    const tenant = await clientOf(ADMIN_TOKEN)['get-tenant'].query({ slug: 'shop' });
    expectTypeOf(tenant.status).toEqualTypeOf<'active' | 'inactive'>();
    const { retentionDays, lowCreditThreshold, createdAt, ...named } = TENANT;
    expect(tenant).toEqual({
      ...named,
      retention_days: retentionDays,
      low_credit_threshold: lowCreditThreshold,
      created_at: createdAt,
    });
  });

  test('a mutation reaches the service', async () => {
    const tenant = await clientOf(ADMIN_TOKEN)['create-tenant'].mutate({ slug: 'made' });
    expect(tenant.slug).toBe('made');
    expect(given.at(-1)).toEqual({ slug: 'made' });
  });
});

test('input is parsed once, and output once where it came from another process', async () => {
  const inputs = vi.spyOn(send.input._zod, 'run');
  const outputs = vi.spyOn(busSchemasOf(send).output._zod, 'run');
  await clientOf(KEY).send.mutate(TEXT);
  expect([inputs.mock.calls.length, outputs.mock.calls.length]).toEqual([1, 1]);
  vi.restoreAllMocks();
});

describe('a refusal', () => {
  test('has the body and the status of the other APIs', async () => {
    // @ts-expect-error the types demand the fields
    const refusal = await refusalOf(clientOf(KEY).send.mutate({ channel: 'fb' }));
    expect(refusal).toEqual({
      message: 'to is required.',
      code: -32600,
      data: {
        ok: false,
        error: 'missing_to',
        message: 'to is required.',
        details: [
          { field: 'to', code: 'missing_to', message: 'to is required.' },
          { field: 'message', code: 'missing_message', message: 'message is required.' },
        ],
        doc_url: expect.stringMatching(/\/docs\/errors\/#missing_-and-invalid_$/),
        request_id: expect.stringMatching(/^req_[0-9a-z]{26}$/),
        code: 'BAD_REQUEST',
        httpStatus: 400,
        path: 'send',
      },
    });
  });

  test.each([
    ['no key', () => clientOf(null).status.query({}), 401, 'missing_api_key'],
    ['a wrong key', () => clientOf('wrong').status.query({}), 401, 'invalid_api_key'],
    ['a plan that may not', () => clientOf('hobby').channels.query({}), 403, 'plan_not_eligible'],
    [
      'a channel of another key',
      () => clientOf(KEY).send.mutate({ ...TEXT, channel: 'fb' }),
      403,
      'channel_not_allowed',
    ],
    ['the service', () => clientOf(KEY).send.mutate({ ...TEXT, to: 'nobody' }), 404, 'not_connected'],
    ['no service there', () => clientOf(KEY).templates.query({}), 503, 'service_unavailable'],
    ['no admin token', () => clientOf(null)['list-tenants'].query({}), 401, 'missing_admin_token'],
    ['a key in its place', () => clientOf(KEY)['list-tenants'].query({}), 401, 'invalid_admin_token'],
    ['an admin token in a key’s place', () => clientOf(ADMIN_TOKEN).status.query({}), 401, 'invalid_api_key'],
    ['the operator’s service', () => clientOf(ADMIN_TOKEN)['get-tenant'].query({ slug: 'x' }), 404, 'unknown_tenant'],
  ])('%s', async (_name, call, httpStatus, error) => {
    expect((await refusalOf(call())).data).toMatchObject({ httpStatus, error });
  });

  test('applies the rate limit of a key, and says when to retry', async () => {
    await clientOf('limited').status.query({});
    const { data } = await refusalOf(clientOf('limited').status.query({}));
    expect(data).toMatchObject({ httpStatus: 429, error: 'rate_limited', retry_after: expect.any(Number) });
    const answer = await gateway.call('GET', '/trpc/status', { key: 'limited' });
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject({
      'retry-after': expect.any(String),
      'ratelimit-policy': '"default";q=1;w=60',
    });
  });

  test('comes before the body is read, and calls no service', async () => {
    const before = seen.length;
    const raw = 'x'.repeat(100);
    const at = (key: string, headers: Record<string, string>) =>
      gateway.call('POST', '/trpc/send', { key, raw, headers });
    const errorOf = async (answer: ReturnType<typeof at>) => (await answer).body.error.data.error;
    expect(await errorOf(at('wrong', { 'content-type': 'text/plain' }))).toBe('invalid_api_key');
    expect(await errorOf(at(KEY, { 'content-type': 'text/plain' }))).toBe('unsupported_media_type');
    expect(await errorOf(at(KEY, { 'content-type': 'application/json' }))).toBe('invalid_json');
    expect(seen.length).toBe(before);
  });
});

describe('addresses', () => {
  test.each(['constructor', '__proto__', 'toString', 'nothing', 'status,send', 'receive-callback', 'status.query'])(
    '%s is no operation',
    async (name) => {
      const answer = await gateway.call('GET', `/trpc/${name}`, { key: KEY });
      expect([answer.status, answer.body.error.data.error]).toEqual([404, 'unknown_action']);
      expect(answer.body.error.data.request_id).toBe(answer.headers['x-request-id']);
    },
  );

  test('a query is a GET and a mutation a POST', async () => {
    for (const [method, name, allow] of [
      ['POST', 'status', 'GET'],
      ['GET', 'send', 'POST'],
    ] as const) {
      const answer = await gateway.call(method, `/trpc/${name}`, { key: KEY });
      expect(answer).toMatchObject({ status: 405, headers: { allow } });
      expect(answer.body.error.data.error).toBe('method_not_allowed');
    }
    expect((await gateway.call('PUT', '/trpc/send', { key: KEY })).status).toBe(405);
  });

  test('refuses batches, so that each call is counted and has its own Idempotency-Key', async () => {
    const links = [httpBatchLink({ url: `${gateway.url}/trpc`, headers: { authorization: `Bearer ${KEY}` } })];
    await expect(createTRPCClient<AppRouter>({ links }).status.query({})).rejects.toThrow();
    const answer = await gateway.call('GET', '/trpc/status?batch=1&input={}', { key: KEY });
    expect([answer.status, answer.body.error.data.error]).toEqual([400, 'invalid_request']);
  });
});
