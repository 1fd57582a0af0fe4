import { listConversationMessages } from '@parley/common/contracts/operator/conversations';
import { createKey, getKey, rotateSecret, updateKey } from '@parley/common/contracts/operator/keys';
import { createTenant, getTenant, listTenants } from '@parley/common/contracts/operator/tenants';
import { AppError } from '@parley/common/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerAudit, type HeardEntry } from './answer-audit.ts';
import { KEY_VIEW } from './key-view.ts';
import { answerContract, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
const audit: HeardEntry[] = [];
const inputs: Record<string, unknown>[] = [];
const AT = '2026-01-01T00:00:00.000Z';
const tenantOf = (slug: string) => ({
  slug,
  name: slug,
  plan: 'x',
  status: 'active' as const,
  retentionDays: null,
  lowCreditThreshold: null,
  balance: 0,
  createdAt: AT,
});
/** The tenant as callers see it. */
const shownTenant = (slug: string) => ({
  ...{ slug, name: slug, plan: 'x', status: 'active', balance: 0 },
  ...{ retention_days: null, low_credit_threshold: null, created_at: AT },
});

beforeAll(async () => {
  gateway = await openGateway();
  const { carrier } = gateway;
  answerAudit(carrier, audit);
  answerContract(carrier, getKey, async () => ({ ...KEY_VIEW, label: 'before', scheduledMessages: 0 }));
  answerContract(carrier, createTenant, async ({ slug }) => tenantOf(slug));
  answerContract(carrier, getTenant, async ({ slug }) => {
    if (slug !== 'demo') throw new AppError('unknown_tenant');
    return tenantOf(slug);
  });
  answerContract(carrier, listTenants, async (input) => {
    inputs.push(input);
    return { items: [], nextCursor: null };
  });
  answerContract(carrier, listConversationMessages, async (input) => {
    inputs.push(input);
    return { items: [], nextCursor: null };
  });
  answerContract(carrier, createKey, async () => ({ ...KEY_VIEW, apiKey: 'pk', webhookSecret: 'whsec' }));
  answerContract(carrier, updateKey, async (input) => {
    inputs.push(input);
    return KEY_VIEW;
  });
  answerContract(carrier, rotateSecret, async () => ({ webhookSecret: 'whsec_new' }));
});
afterAll(() => gateway.stop());

test('reveals nothing without the token', async () => {
  for (const path of ['/api/admin/tenants', '/api/admin/nothing/here', '/api/admin/']) {
    expect(await gateway.call('GET', path)).toMatchObject({ status: 401, body: { error: 'missing_admin_token' } });
    expect(await gateway.call('GET', path, { key: 'wrong' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_admin_token' },
    });
  }
  const basic = { authorization: 'Basic eDp5' };
  expect((await gateway.call('GET', '/api/admin/tenants', { headers: basic })).body.error).toBe('missing_admin_token');
});

test('returns the resource itself, with the status of its contract', async () => {
  const made = await gateway.admin('POST', '/tenants', { body: { slug: 'demo' } });
  expect(made.status).toBe(201);
  expect(made.body).toEqual(shownTenant('demo'));
  expect((await gateway.admin('GET', '/tenants/demo')).body).toEqual(shownTenant('demo'));
  expect(await gateway.admin('GET', '/tenants/nobody')).toMatchObject({
    status: 404,
    body: { error: 'unknown_tenant' },
  });
});

test('an unknown address is 404, and another method is 405 with every available method', async () => {
  expect(await gateway.admin('GET', '/nothing')).toMatchObject({ status: 404, body: { error: 'unknown_route' } });
  const answer = await gateway.admin('PUT', '/tenants/demo');
  expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, PATCH, DELETE' } });
});

test('numbers in queries and paths become integers', async () => {
  await gateway.admin('GET', '/tenants?limit=7&cursor=abc');
  expect(inputs.at(-1)).toEqual({ limit: 7, cursor: 'abc' });
  await gateway.admin('GET', '/tenants/demo/conversations/42/messages');
  expect(inputs.at(-1)).toEqual({ slug: 'demo', id: 42, limit: 50 });
  expect((await gateway.admin('GET', '/tenants/demo/conversations/x/messages')).body.error).toBe('invalid_id');
  expect((await gateway.admin('GET', '/tenants/demo/conversations/99999999999999999999/messages')).body.error).toBe(
    'invalid_id',
  );
});

test('the path wins over body and query', async () => {
  const path = '/tenants/demo/keys/ins_0000000000';
  await gateway.admin('PATCH', path, { body: { slug: 'other', instance_id: 'ins_1111111111', webhook_url: null } });
  expect(inputs.at(-1)).toEqual({ slug: 'demo', instanceId: 'ins_0000000000', webhookUrl: null });
  expect((await gateway.admin('GET', '/tenants/demo?slug=other')).body.slug).toBe('demo');
});

test('records a change in the audit log of the tenant in the path, with the previous values', async () => {
  audit.length = 0;
  await gateway.admin('PATCH', '/tenants/demo/keys/ins_0000000000', { body: { label: 'l' } });
  expect(audit).toMatchObject([
    {
      action: 'update-key',
      slug: 'demo',
      outcome: 'done',
      changes: [{ field: 'label', before: 'before', after: 'till' }],
      context: { visitor: { address: '127.0.0.1' } },
    },
  ]);
  expect(audit[0]?.context.member).toBeUndefined();
  await gateway.admin('POST', '/tenants', { body: { slug: 'demo' } });
  expect(audit[1]).toMatchObject({ action: 'create-tenant', outcome: 'done' });
  expect(audit[1]?.slug).toBeUndefined();
  await gateway.admin('GET', '/tenants/demo');
  expect(audit).toHaveLength(2);
});

test('an operation without fields needs no body', async () => {
  const path = '/tenants/demo/keys/ins_0000000000/rotate-secret';
  expect((await gateway.admin('POST', path)).body).toEqual({ webhook_secret: 'whsec_new' });
  expect((await gateway.admin('POST', path, { body: {} })).status).toBe(200);
  expect((await gateway.admin('POST', '/tenants/demo/keys')).body.error).toBe('missing_label');
});

test('fields are checked as in the customer API', async () => {
  const answer = await gateway.admin('POST', '/tenants/demo/keys', {
    body: { label: ' ', channels: ['wa', 'wa'], events: 'x' },
  });
  expect(answer.status).toBe(400);
  expect(answer.body.details.map(({ code }: { code: string }) => code)).toEqual([
    'missing_label',
    'invalid_channels',
    'invalid_events',
  ]);
});

test('without a configured token there is no operator', async () => {
  const bare = await openGateway({ variables: { PARLEY_ADMIN_TOKEN: '' } });
  expect((await bare.admin('GET', '/tenants', { key: 'undefined' })).status).toBe(401);
  await bare.stop();
});
