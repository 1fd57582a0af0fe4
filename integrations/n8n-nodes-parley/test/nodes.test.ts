import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../test/support/client.ts';
import { webhookOf } from '../../../test/support/expectations.ts';
import { type System, startSystem } from '../../../test/support/system.ts';
import {
  type Credential,
  executeNode,
  LOADED,
  loadClass,
  nodeNamed,
  OPERATIONS,
  pollTrigger,
  postToTrigger,
} from './open-node.ts';

let system: System;
let tenant: TestTenant;
let credential: Credential;
const person = uniqueDigits('16');

beforeAll(async () => {
  system = await startSystem('one-machine', {});
  tenant = await makeTenant(system, { channels: ['wa', 'fb'] });
  credential = { baseUrl: tenant.base, apiKey: tenant.apiKey, webhookSecret: tenant.webhookSecret };
  await tenant.customerWrites(person, { text: 'Is it open?' });
  await webhookOf(tenant, 'message.received');
}, 120_000);
afterAll(() => system.stop(), 60_000);

const operate = async (operation: string, fields: Record<string, unknown> = {}, additionalFields: object = {}) => {
  const [resource, verb] = operation.split('.');
  const [items] = await executeNode(credential, {
    executionId: `${operation} ${JSON.stringify([fields, additionalFields])}`,
    items: [{ resource, operation: verb, ...fields, additionalFields }],
  });
  return items?.[0]?.json;
};
const TO = { channel: 'wa', to: person };

describe('the package', () => {
  test('has the classes that n8n loads, and the node is usable as a tool', () => {
    for (const path of [...LOADED.nodes, ...LOADED.credentials]) expect(loadClass(path)).toBeTruthy();
    expect(nodeNamed('Parley').description).toMatchObject({ usableAsTool: true, name: 'parley' });
  });

  test('has an operation for each action, with each of its fields', async () => {
    const named = new Map(Object.values(OPERATIONS).map((operation) => [operation.name, operation]));
    for (const { name, method, input } of CUSTOMER_ACTIONS) {
      expect(named.get(name)).toMatchObject({ name, method });
      expect(Object.keys(named.get(name)?.fields ?? {}).sort()).toEqual(Object.keys(input.shape).sort());
    }
    expect(named.size).toBe(CUSTOMER_ACTIONS.length);
  });

  test.each(Object.entries(OPERATIONS))('%s calls its action', async (operation, { name, method, required }) => {
    const [resource, verb] = operation.split('.');
    const asked: unknown[] = [];
    const given = Object.fromEntries(required.map((field) => [field, '"x"']));
    await executeNode(credential, {
      items: [{ resource, operation: verb, ...given }],
      request: async (one) => void asked.push(one),
    });
    const headers =
      method === 'POST' ? { headers: { 'Idempotency-Key': expect.stringMatching(/^[0-9a-f]{64}$/) } } : {};
    expect(asked).toEqual([expect.objectContaining({ method, url: `${tenant.base}${name}`, ...headers })]);
  });
});

describe('the action node', () => {
  test('sends, reads and reacts', async () => {
    const sent = await operate('message.send', TO, { message: 'Until six.', preview: false });
    expect(sent).toMatchObject({ ok: true, channel: 'wa' });
    expect(await operate('message.get', { message_id: sent?.message_id })).toMatchObject({ text: 'Until six.' });
    const { body } = await webhookOf(tenant, 'message.received');
    const on = { channel: 'wa', message_id: body.data.message_id };
    expect(await operate('message.react', { ...on, emoji: '👍' })).toMatchObject({ emoji: '👍' });
    expect(await operate('message.react', { ...on, emoji: '' })).toMatchObject({ emoji: null });
    expect(await operate('channel.list')).toMatchObject({ channels: [{ channel: 'wa' }] });
    expect(await operate('event.list', {}, { limit: 1 })).toMatchObject({ count: 1 });
  });

  test('accepts JSON as text and as a value, and reports invalid JSON', async () => {
    const buttons = [{ id: 'yes', title: 'Yes' }];
    for (const value of [buttons, JSON.stringify(buttons)])
      expect(await operate('message.send', TO, { message: 'Sure?', buttons: value })).toMatchObject({ ok: true });
    await expect(operate('message.send', TO, { message: 'Sure?', buttons: '[' })).rejects.toThrow(/JSON/);
  });

  test('sends once when an item runs again; another item and another execution send again', async () => {
    const before = (await tenant.get('status')).body.balance;
    const item = { resource: 'message', operation: 'send', ...TO, additionalFields: { message: 'again' } };
    const first = await executeNode(credential, { items: [item], executionId: 'e1' });
    expect(await executeNode(credential, { items: [item], executionId: 'e1' })).toEqual(first);
    expect((await tenant.get('status')).body.balance).toBe(before - 1);
    await executeNode(credential, { items: [item, item], executionId: 'e2' });
    expect((await tenant.get('status')).body.balance).toBe(before - 3);
  });

  test('fails with the message of the API, or continues with the next item', async () => {
    const bad = { resource: 'message', operation: 'get', message_id: '99999999999' };
    const run = { items: [bad, { resource: 'account', operation: 'status' }] };
    const failed = executeNode(credential, run);
    await expect(failed).rejects.toMatchObject({ name: 'NodeApiError', httpCode: '404' });
    const [items] = await executeNode(credential, { ...run, continueOnFail: true });
    expect(items).toMatchObject([
      { json: { error: expect.any(String) } },
      { json: { ok: true }, pairedItem: { item: 1 } },
    ]);
  });
});

describe('the trigger', () => {
  const posted = async () => {
    const { raw, headers, body } = await webhookOf(tenant, 'message.received');
    return { posted: { rawBody: Buffer.from(raw), headers }, body };
  };

  test('starts a workflow with the event that Parley signed', async () => {
    const { posted: post, body } = await posted();
    const { status, result } = await postToTrigger(credential, post);
    expect([status, result.workflowData]).toEqual([null, [[{ json: body }]]]);
    expect((await postToTrigger(credential, post, ['message.sent'])).result.workflowData).toBeUndefined();
  });

  test.each([
    ['a changed body', (post) => ({ ...post, rawBody: Buffer.concat([post.rawBody, Buffer.from(' ')]) })],
    ['no signature', (post) => ({ ...post, headers: { ...post.headers, 'webhook-signature': undefined } })],
    ['a malformed signature', (post) => ({ ...post, headers: { ...post.headers, 'webhook-signature': 'v1,' } })],
    ['another timestamp', (post) => ({ ...post, headers: { ...post.headers, 'webhook-timestamp': '1700000000' } })],
  ] as [string, (post: Awaited<ReturnType<typeof posted>>['posted']) => Parameters<typeof postToTrigger>[1]][])(
    'rejects %s with 401 and starts no workflow',
    async (_what, change) => {
      const { status, result } = await postToTrigger(credential, change((await posted()).posted));
      expect([status, result]).toEqual([401, { noWebhookResponse: true }]);
    },
  );

  test('rejects with 401 without a secret, and with the secret of another key', async () => {
    const { posted: post } = await posted();
    for (const webhookSecret of ['', 'whsec_', `whsec_${Buffer.alloc(32, 7).toString('base64')}`])
      expect((await postToTrigger({ ...credential, webhookSecret }, post)).status).toBe(401);
  });
});

describe('the poll trigger', () => {
  test('starts with events after its first poll, and returns each event once', async () => {
    const kept = {};
    expect(await pollTrigger(credential, kept)).toEqual([]);
    await tenant.customerWrites(person, { text: 'polled' });
    await webhookOf(tenant, 'message.received', ({ text }) => text === 'polled');
    expect(await pollTrigger(credential, kept)).toMatchObject([
      { event: 'message.received', data: { text: 'polled' } },
    ]);
    expect(await pollTrigger(credential, kept)).toEqual([]);
  });

  test('shows the newest events in the editor without moving its position', async () => {
    const kept = { after: 'evt_00000000000000000000' };
    expect((await pollTrigger(credential, kept, 'manual')).at(-1)).toMatchObject({ event: 'message.received' });
    expect(kept).toEqual({ after: 'evt_00000000000000000000' });
  });
});
