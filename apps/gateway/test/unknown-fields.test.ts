import { comments } from '@parley/common/contracts/comments/comments';
import { send } from '@parley/common/contracts/messages/send';
import { listTenants, updateTenant } from '@parley/common/contracts/operator/tenants';
import { openMcp } from '@parley/testing/servers/open-mcp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_TOKEN, answerContract, KEY, makeKey, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
const sent: unknown[] = [];
const TEXT = { channel: 'wa', to: '+16505551234', message: 'hello' };
const UNKNOWN = 'parley-unknown-fields';

beforeAll(async () => {
  gateway = await openGateway();
  gateway.keys.set(KEY, makeKey({ channels: ['wa', 'fb'], mcpTools: ['send', 'comments'] }));
  answerContract(gateway.carrier, send, async (input) => {
    sent.push(input);
    return { ok: true as const, messageId: '7', channel: input.channel, to: input.to };
  });
  answerContract(gateway.carrier, comments, async () => ({
    ok: true as const,
    count: 0,
    comments: [],
    nextCursor: null,
  }));
});
afterAll(() => gateway.stop());

const post = (body: object, query = '') =>
  gateway.call('POST', `/demo/api/messaging/send${query}`, { key: KEY, body: { ...TEXT, ...body } });
const get = (query: string) =>
  gateway.call('GET', `/demo/api/messaging?action=comments&platform=fb${query}`, { key: KEY });

test('a header names the unknown fields of a success and of an error', async () => {
  const ok = await post({ mesage: 'x', buttons: [{ id: 'a', title: 'A', titel: 'B' }] });
  expect([ok.status, ok.headers[UNKNOWN]]).toEqual([200, 'mesage, buttons[0].titel']);
  const bad = await post({ message: '', mesage: 'x' });
  expect([bad.status, bad.body.error, bad.headers[UNKNOWN]]).toEqual([400, 'missing_message', 'mesage']);
  expect((await post({})).headers[UNKNOWN]).toBeUndefined();
});

test('a name of the caller cannot add a header', async () => {
  const { headers } = await post({ 'x\r\nSet-Cookie: a=b': 1, ключ: 2 });
  expect([headers[UNKNOWN], headers['set-cookie']]).toEqual(['x??Set-Cookie??a?b, ????', undefined]);
});

test('strict refuses them, names the one that was meant, and calls no service', async () => {
  sent.length = 0;
  const refused = await post({ mesage: 'x', colour: 1 }, '?strict=true');
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: 'invalid_field',
      details: [
        { field: 'mesage', code: 'invalid_field', message: 'mesage is not a known field. Did you mean message?' },
        { field: 'colour', message: 'colour is not a known field.' },
      ],
    },
  });
  expect(sent).toEqual([]);
  expect((await post({}, '?strict=true')).status).toBe(200);
  expect((await post({ mesage: 'x' }, '?strict=false')).status).toBe(200);
  expect((await post({}, '?strict=1')).body.error).toBe('invalid_strict');
});

test('parameters of a query are fields, except action and strict', async () => {
  const named = await get('&limt=5');
  expect([named.status, named.headers[UNKNOWN]]).toEqual([200, 'limt']);
  expect((await get('&limt=5&strict=true')).body.message).toBe('limt is not a known field. Did you mean limit?');
  expect((await get('&strict=true')).status).toBe(200);
});

test('the operator API names and refuses them in a query and in a body', async () => {
  answerContract(gateway.carrier, listTenants, async () => ({ items: [], nextCursor: null }));
  const listed = await gateway.admin('GET', '/tenants?limt=5');
  expect([listed.status, listed.headers[UNKNOWN]]).toEqual([200, 'limt']);
  expect((await gateway.admin('GET', '/tenants?limt=5&strict=true')).body).toMatchObject({
    error: 'invalid_field',
    details: [{ field: 'limt', message: 'limt is not a known field. Did you mean limit?' }],
  });
  expect((await gateway.admin('GET', '/tenants?strict=true')).status).toBe(200);
  expect((await gateway.admin('GET', '/tenants?strict=yes')).body.error).toBe('invalid_strict');

  answerContract(gateway.carrier, updateTenant, async () => {
    throw new Error('must not be called');
  });
  const refused = await gateway.admin('PATCH', '/tenants/demo?strict=true', { body: { nmae: 'Demo' } });
  expect(refused.body).toMatchObject({ error: 'invalid_field', details: [{ field: 'nmae' }] });
});

test('tRPC names and refuses them for a key and for the operator', async () => {
  const named = await gateway.call('POST', '/trpc/send', { key: KEY, body: { ...TEXT, mesage: 'x' } });
  expect([named.status, named.headers[UNKNOWN]]).toEqual([200, 'mesage']);
  const refused = await gateway.call('POST', '/trpc/send?strict=true', { key: KEY, body: { ...TEXT, mesage: 'x' } });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining('Did you mean message?'),
  ]);
  const input = encodeURIComponent(JSON.stringify({ limt: 5 }));
  const listed = await gateway.call('GET', `/trpc/list-tenants?strict=true&input=${input}`, { key: ADMIN_TOKEN });
  expect([listed.status, JSON.stringify(listed.body)]).toEqual([400, expect.stringContaining('Did you mean limit?')]);
});

test('a tool refuses an argument that it does not know', async () => {
  const mcp = await openMcp(`${gateway.url}/demo/api/messaging/`, KEY);
  const refused = await mcp.call('send', { ...TEXT, mesage: 'x' });
  expect(refused).toMatchObject({ isError: true, data: { error: 'invalid_field', details: [{ field: 'mesage' }] } });
  expect((await mcp.call('send', { ...TEXT, idempotency_key: 'k' })).isError).toBe(false);
  expect((await mcp.call('comments', { platform: 'fb', offset: 5 })).isError).toBe(true);
  await mcp.client.close();
});
