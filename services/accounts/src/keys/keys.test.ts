import { createHash } from 'node:crypto';
import { READING_TOOLS } from '@parley/common/contract/mcp-tools';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { authenticate } from '@parley/common/contracts/internal/authenticate';
import {
  createKey,
  getKey,
  listKeys,
  revokeKey,
  rotateKey,
  rotateSecret,
  updateKey,
} from '@parley/common/contracts/operator/keys';
import { createTenant, updateTenant } from '@parley/common/contracts/operator/tenants';
import type { InputOf } from '@parley/common/define-contract';
import { DEFAULT_EVENT_TYPES } from '@parley/common/events/event-types';
import { deliveriesDue, keyChanged } from '@parley/common/hints';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenAccounts, openAccounts } from '../../test/open-accounts.ts';

const PURPOSE = 'api_keys.webhook_secret';

let accounts: OpenAccounts;
beforeAll(async () => {
  accounts = await openAccounts();
  await accounts.call(createTenant, { slug: 'shop', plan: 'professional' });
  await accounts.call(createTenant, { slug: 'other' });
});
afterAll(() => accounts[Symbol.asyncDispose]());

const makeKey = (given: Partial<InputOf<typeof createKey>> = {}) =>
  accounts.call(createKey, { slug: 'shop', label: 'till', channels: ['wa', 'tg'], ...given });
const identify = (apiKey: string) =>
  accounts.call(authenticate, { keyHash: createHash('sha256').update(apiKey).digest('hex') });
const rowOf = (instanceId: string) => accounts.database.db.prisma.apiKey.findUniqueOrThrow({ where: { instanceId } });
const laneOf = (instanceId: string) => accounts.database.db.prisma.lane.findUniqueOrThrow({ where: { instanceId } });

/** A key with this many scheduled messages, whose rows alone matter here. */
async function makeKeyWithScheduled(count: number) {
  const made = await makeKey();
  const { prisma } = accounts.database.db;
  const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { slug: 'shop' } });
  const shared = { tenantId, channel: 'tg' };
  const account = await prisma.channelAccount.create({
    data: { ...shared, externalId: made.instanceId, name: 'Bot', credentials: '' },
  });
  const contact = await prisma.contact.create({ data: { ...shared, name: 'Bob' } });
  const conversation = await prisma.conversation.create({
    data: { ...shared, channelAccountId: account.id, contactId: contact.id, peer: '600' },
  });
  const text = { peer: '600', text: 'later', createdAt: new Date(), happenedAt: new Date() };
  for (let each = 0; each < count; each++) {
    const what = { direction: 'out', origin: 'api', status: 'scheduled', instanceId: made.instanceId };
    const ids = { conversationId: conversation.id, channelAccountId: account.id };
    const { id } = await prisma.message.create({ data: { ...shared, ...ids, ...what, ...text } });
    await prisma.scheduledSend.create({
      data: { messageId: id, tenantId, channelAccountId: account.id, dueAt: new Date(), instanceId: made.instanceId },
    });
  }
  return made;
}

// docs/reference/operator-api.md#keys
describe('revoking a key with scheduled messages', () => {
  const revoke = (instanceId: string, cancelScheduled?: boolean) =>
    accounts.call(revokeKey, {
      slug: 'shop',
      instanceId,
      ...(cancelScheduled === undefined ? {} : { cancelScheduled }),
    });
  const cancelled = (instanceId: string) =>
    accounts.database.db.prisma.scheduledCancellation.count({ where: { instanceId } });

  test('without cancel_scheduled is refused with their number, and changes nothing', async () => {
    const { instanceId } = await makeKeyWithScheduled(3);
    await expect(revoke(instanceId)).rejects.toMatchObject({
      code: 'scheduled_messages_waiting',
      message: expect.stringContaining('3 scheduled messages'),
    });
    expect((await rowOf(instanceId)).revokedAt).toBeNull();
    expect(await accounts.call(getKey, { slug: 'shop', instanceId })).toMatchObject({ scheduledMessages: 3 });
  });

  test('cancels them with cancel_scheduled, in the transaction of the revocation', async () => {
    const { instanceId } = await makeKeyWithScheduled(1);
    expect(await revoke(instanceId, true)).toMatchObject({ scheduledMessages: 1, revokedAt: expect.any(String) });
    expect(await cancelled(instanceId)).toBe(1);
  });

  test('lets them be sent with cancel_scheduled false; a repeat may still cancel them', async () => {
    const { instanceId } = await makeKeyWithScheduled(1);
    const { revokedAt } = await revoke(instanceId, false);
    expect(await cancelled(instanceId)).toBe(0);
    expect(await revoke(instanceId, true)).toMatchObject({ revokedAt });
    expect(await cancelled(instanceId)).toBe(1);
  });

  test('asks nothing about a key without any', async () => {
    const { instanceId } = await makeKey();
    expect(await revoke(instanceId)).toMatchObject({ scheduledMessages: 0 });
  });
});

describe('a new key', () => {
  test('is shown once: only its hash is stored, and its secret is encrypted', async () => {
    const made = await makeKey();
    expect(made.apiKey).toMatch(/^pk_[0-9A-Za-z]{43}$/);
    expect(made.webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(made.webhookSecret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    const row = await rowOf(made.instanceId);
    expect(Buffer.from(row.keyHash)).toEqual(createHash('sha256').update(made.apiKey).digest());
    expect(accounts.cipher.decrypt(row.webhookSecret, PURPOSE)).toBe(made.webhookSecret);
    expect(JSON.stringify(row)).not.toContain(made.webhookSecret);
    const { items } = await accounts.call(listKeys, { slug: 'shop', limit: 50 });
    expect(items.find(({ instanceId }) => instanceId === made.instanceId)).not.toHaveProperty('api_key');
  });

  test('has the documented defaults: 60 a minute, the seven events, no webhook, and its own lane', async () => {
    const made = await makeKey();
    expect(made).toMatchObject({
      label: 'till',
      channels: ['wa', 'tg'],
      webhookUrl: null,
      events: [...DEFAULT_EVENT_TYPES],
      receipts: [],
      rateLimitPerMinute: 60,
      mcpEnabled: true,
      setWebhookEnabled: false,
      mayRead: false,
      enabled: true,
      revokedAt: null,
    });
    expect(await laneOf(made.instanceId)).toMatchObject({ pausedAt: null, consecutiveFailures: 0 });
  });

  test('has the opt-in events and receipts that it names, and keeps them when something else changes', async () => {
    const { instanceId } = await makeKey({ events: ['message.updated', 'contact.typing'], receipts: ['tt'] });
    const changed = await accounts.call(updateKey, { slug: 'shop', instanceId, label: 'other' });
    expect(changed).toMatchObject({ events: ['message.updated', 'contact.typing'], receipts: ['tt'] });
    expect(await accounts.call(updateKey, { slug: 'shop', instanceId, receipts: [] })).toMatchObject({ receipts: [] });
  });

  test('has only reading tools over MCP until its tools are set, and keeps them when another setting changes', async () => {
    const made = await makeKey();
    const key = { slug: 'shop', instanceId: made.instanceId };
    expect(made.mcpTools).toEqual(READING_TOOLS);
    const posted = CUSTOMER_ACTIONS.filter(({ name, method }) => method !== 'GET' && made.mcpTools.includes(name));
    expect(posted.map(({ name }) => name)).toEqual(['check-number']);
    for (const linking of ['connect-link', 'session-qr']) expect(made.mcpTools).not.toContain(linking);
    expect(made.mcpTools).toEqual(expect.arrayContaining(['status', 'message', 'channels', 'conversations', 'events']));
    await accounts.call(updateKey, { ...key, mcpEnabled: false, mcpTools: ['send'] });
    expect(await accounts.call(updateKey, { ...key, label: 'new' })).toMatchObject({
      mcpEnabled: false,
      mcpTools: ['send'],
    });
    expect((await identify(made.apiKey)).key).toMatchObject({ mcpEnabled: false, mcpTools: ['send'] });
  });

  test('of an unknown tenant is unknown_tenant', async () => {
    await expect(accounts.call(createKey, { slug: 'nobody', label: 'x', channels: ['wa'] })).rejects.toMatchObject({
      code: 'unknown_tenant',
    });
  });

  test.each([
    ['http://93.184.216.34/hook', 'must be an https URL'],
    ['https://169.254.169.254/latest', 'must be on a public address'],
    ['https://10.0.0.1/hook', 'must be on a public address'],
    ['https://user:secret@127.0.0.1/hook', 'must not contain a user name or password'],
    ['not an address', 'must be an absolute https URL'],
  ])('with the webhook address %s is invalid_webhook_url, since it %s', async (webhook_url, reason) => {
    await expect(makeKey({ webhookUrl: webhook_url })).rejects.toMatchObject({
      code: 'invalid_webhook_url',
      message: `webhook_url ${reason}.`,
    });
  });

  test('may call an address that the operator opened', async () => {
    expect(await makeKey({ webhookUrl: 'http://127.0.0.1:9/hook' })).toMatchObject({
      webhookUrl: 'http://127.0.0.1:9/hook',
    });
  });
});

describe('authentication', () => {
  test('returns the data that the gateway needs', async () => {
    const made = await makeKey();
    const { key } = await identify(made.apiKey);
    expect(key).toMatchObject({
      tenantSlug: 'shop',
      instanceId: made.instanceId,
      channels: ['wa', 'tg'],
      rateLimitPerMinute: 60,
      tenantActive: true,
      plan: 'professional',
    });
  });

  test('rejects unknown, disabled and revoked keys', async () => {
    expect(await identify('pk_madeup')).toEqual({ key: null });
    const made = await makeKey();
    const key = { slug: 'shop', instanceId: made.instanceId };
    await accounts.call(updateKey, { ...key, enabled: false });
    expect(await identify(made.apiKey)).toEqual({ key: null });
    await accounts.call(updateKey, { ...key, enabled: true });
    expect((await identify(made.apiKey)).key).not.toBeNull();
    await accounts.call(revokeKey, key);
    expect(await identify(made.apiKey)).toEqual({ key: null });
  });

  test('reports an inactive account', async () => {
    const made = await accounts.call(createKey, { slug: 'other', label: 'x', channels: ['wa'] });
    await accounts.call(updateTenant, { slug: 'other', status: 'inactive' });
    expect((await identify(made.apiKey)).key).toMatchObject({ tenantActive: false });
  });
});

describe('a change of a key', () => {
  test('changes only the given fields; null removes the webhook', async () => {
    const made = await makeKey({ webhookUrl: 'http://127.0.0.1:9/hook' });
    const key = { slug: 'shop', instanceId: made.instanceId };
    expect(await accounts.call(updateKey, { ...key, label: 'new' })).toMatchObject({
      label: 'new',
      channels: ['wa', 'tg'],
      webhookUrl: 'http://127.0.0.1:9/hook',
    });
    const changed = await accounts.call(updateKey, {
      ...key,
      webhookUrl: null,
      channels: ['tt'],
      events: [],
      rateLimitPerMinute: 5,
    });
    expect(changed).toMatchObject({
      label: 'new',
      webhookUrl: null,
      channels: ['tt'],
      events: [],
      rateLimitPerMinute: 5,
    });
    expect(await accounts.call(updateKey, key)).toEqual(changed);
  });

  test('is announced to every gateway, as revoking and rotating are', async () => {
    const made = await makeKey();
    const key = { slug: 'shop', instanceId: made.instanceId };
    const hinted: (string | null)[] = [];
    const subscription = accounts.bus.onHint(keyChanged, ({ instanceId }) => hinted.push(instanceId));
    await accounts.call(updateKey, { ...key, enabled: false });
    await accounts.call(rotateSecret, key);
    await accounts.call(rotateKey, { ...key, graceHours: 1 });
    await accounts.call(revokeKey, key);
    await pollUntil(() => (hinted.length === 4 ? true : null), { what: () => 'four hints' });
    expect(new Set(hinted)).toEqual(new Set([made.instanceId]));
    await subscription.drain();
  });

  test('to a forbidden webhook address is refused and changes nothing', async () => {
    const made = await makeKey();
    const key = { slug: 'shop', instanceId: made.instanceId };
    await expect(
      accounts.call(updateKey, { ...key, label: 'changed', webhookUrl: 'https://192.168.1.1/' }),
    ).rejects.toMatchObject({ code: 'invalid_webhook_url' });
    expect(await rowOf(made.instanceId)).toMatchObject({ label: 'till', webhookUrl: null });
  });

  test.each([
    ['gone', null],
    ['failing', null],
    ['operator', 'operator'],
  ])('of its webhook address: a lane paused by %s is paused by %s afterwards', async (before, after) => {
    const made = await makeKey({ webhookUrl: 'http://127.0.0.1:9/hook' });
    const { instanceId } = made;
    await accounts.database.db.prisma.lane.update({
      where: { instanceId },
      data: { pausedAt: new Date(), pauseReason: before, consecutiveFailures: 9, failingSince: new Date() },
    });
    const woken: string[] = [];
    const subscription = accounts.bus.onHint(deliveriesDue, ({ instanceIds }) => woken.push(...instanceIds));
    await accounts.call(updateKey, { slug: 'shop', instanceId, label: 'same address' });
    expect(await laneOf(instanceId)).toMatchObject({ pauseReason: before });
    await accounts.call(updateKey, { slug: 'shop', instanceId, webhookUrl: 'http://127.0.0.1:9/new' });
    expect(await laneOf(instanceId)).toMatchObject({ pauseReason: after, consecutiveFailures: after ? 9 : 0 });
    await pollUntil(() => (woken.includes(instanceId) ? true : null), { what: () => 'the wake' });
    await subscription.drain();
  });

  test('of another tenant’s key or an unknown key is unknown_key', async () => {
    const made = await makeKey();
    for (const key of [
      { slug: 'other', instanceId: made.instanceId },
      { slug: 'shop', instanceId: 'ins_0000000000000000' },
    ]) {
      await expect(accounts.call(updateKey, { ...key, label: 'x' })).rejects.toMatchObject({ code: 'unknown_key' });
      await expect(accounts.call(rotateSecret, key)).rejects.toMatchObject({ code: 'unknown_key' });
      await expect(accounts.call(rotateKey, { ...key, graceHours: 0 })).rejects.toMatchObject({ code: 'unknown_key' });
      await expect(accounts.call(revokeKey, key)).rejects.toMatchObject({ code: 'unknown_key' });
    }
    expect(await rowOf(made.instanceId)).toMatchObject({ label: 'till', revokedAt: null });
  });
});

test('a revoked key stays listed with its time, and cannot be changed, enabled or rotated', async () => {
  const made = await makeKey();
  const key = { slug: 'shop', instanceId: made.instanceId };
  accounts.setNow(new Date('2030-01-01T00:00:00.000Z'));
  const answer = await accounts.call(revokeKey, key);
  const { scheduledMessages: _, ...revoked } = answer;
  expect(revoked.revokedAt).toBe('2030-01-01T00:00:00.000Z');
  accounts.setNow(new Date('2031-01-01T00:00:00.000Z'));
  expect(await accounts.call(revokeKey, key)).toEqual(answer);
  await expect(accounts.call(updateKey, { ...key, enabled: true })).rejects.toMatchObject({ code: 'unknown_key' });
  await expect(accounts.call(rotateSecret, key)).rejects.toMatchObject({ code: 'unknown_key' });
  await expect(accounts.call(rotateKey, { ...key, graceHours: 1 })).rejects.toMatchObject({ code: 'unknown_key' });
  const { items } = await accounts.call(listKeys, { slug: 'shop', limit: 200 });
  expect(items.find(({ instanceId }) => instanceId === made.instanceId)).toMatchObject(revoked);
});

test('the previous secret stays valid for 24 h after a rotation', async () => {
  const made = await makeKey();
  accounts.setNow(new Date('2030-06-01T12:00:00.000Z'));
  const { webhookSecret } = await accounts.call(rotateSecret, { slug: 'shop', instanceId: made.instanceId });
  expect(webhookSecret).not.toBe(made.webhookSecret);
  const row = await rowOf(made.instanceId);
  expect(accounts.cipher.decrypt(row.webhookSecret, PURPOSE)).toBe(webhookSecret);
  expect(accounts.cipher.decrypt(row.previousSecret ?? '', PURPOSE)).toBe(made.webhookSecret);
  expect(row.previousSecretUntil).toEqual(new Date('2030-06-02T12:00:00.000Z'));
});

describe('a rotated API key', () => {
  const isAccepted = async (apiKey: string): Promise<boolean> => (await identify(apiKey)).key !== null;

  test('works beside the old one until its hours are over; only hashes are stored', async () => {
    const made = await makeKey();
    const key = { slug: 'shop', instanceId: made.instanceId };
    accounts.setNow(new Date('2030-06-01T12:00:00.000Z'));
    const { apiKey, previousKeyUntil, ...view } = await accounts.call(rotateKey, { ...key, graceHours: 24 });
    expect(apiKey).toMatch(/^pk_[0-9A-Za-z]{43}$/);
    expect(previousKeyUntil).toBe('2030-06-02T12:00:00.000Z');
    const { apiKey: _, webhookSecret: __, previousKeyUntil: ___, ...before } = made;
    expect(view).toEqual(before);
    expect(JSON.stringify(await rowOf(made.instanceId))).not.toContain(apiKey);
    expect((await identify(made.apiKey)).key).toEqual((await identify(apiKey)).key);
    accounts.setNow(new Date('2030-06-02T11:59:59.999Z'));
    expect(await isAccepted(made.apiKey)).toBe(true);
    accounts.setNow(new Date('2030-06-02T12:00:00.000Z'));
    expect(await isAccepted(made.apiKey)).toBe(false);
    expect(await isAccepted(apiKey)).toBe(true);
  });

  test('ends the old one at once without a grace time', async () => {
    const made = await makeKey();
    const { apiKey, previousKeyUntil } = await accounts.call(rotateKey, {
      slug: 'shop',
      instanceId: made.instanceId,
      graceHours: 0,
    });
    expect(previousKeyUntil).toBeNull();
    expect(await Promise.all([made.apiKey, apiKey].map(isAccepted))).toEqual([false, true]);
  });

  test('leaves one old key at most, also when it is rotated many times at once', async () => {
    const made = await makeKey();
    const key = { slug: 'shop', instanceId: made.instanceId, graceHours: 168 };
    const first = await accounts.call(rotateKey, key);
    const second = await accounts.call(rotateKey, key);
    const keys = [made.apiKey, first.apiKey, second.apiKey];
    expect(await Promise.all(keys.map(isAccepted))).toEqual([false, true, true]);
    const rotated = await Promise.all(Array.from({ length: 5 }, () => accounts.call(rotateKey, key)));
    const accepted = await Promise.all([...keys, ...rotated.map(({ apiKey }) => apiKey)].map(isAccepted));
    expect(accepted.filter(Boolean)).toHaveLength(2);
  });

  test('is revoked and disabled together with the old one', async () => {
    const made = await makeKey();
    const key = { slug: 'shop', instanceId: made.instanceId };
    const { apiKey } = await accounts.call(rotateKey, { ...key, graceHours: 168 });
    const both = () => Promise.all([made.apiKey, apiKey].map(isAccepted));
    await accounts.call(updateKey, { ...key, enabled: false });
    expect(await both()).toEqual([false, false]);
    await accounts.call(updateKey, { ...key, enabled: true });
    expect(await both()).toEqual([true, true]);
    await accounts.call(revokeKey, key);
    expect(await both()).toEqual([false, false]);
  });
});

test('the keys of a tenant are listed by cursor, without those of other tenants', async () => {
  await accounts.call(createTenant, { slug: 'walker' });
  const made: string[] = [];
  for (const label of ['1', '2', '3'])
    made.push((await accounts.call(createKey, { slug: 'walker', label, channels: ['wa'] })).instanceId);
  const first = await accounts.call(listKeys, { slug: 'walker', limit: 2 });
  expect(first.nextCursor).not.toBeNull();
  const second = await accounts.call(listKeys, { slug: 'walker', limit: 2, cursor: first.nextCursor ?? '' });
  expect(second.nextCursor).toBeNull();
  expect([...first.items, ...second.items].map(({ instanceId }) => instanceId)).toEqual(made);
});
