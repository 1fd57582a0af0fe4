import { createHash } from 'node:crypto';
import { authenticate } from '@parley/common/contracts/internal/authenticate';
import { createKey, listKeys, revokeKey, rotateSecret, updateKey } from '@parley/common/contracts/operator/keys';
import { createTenant, updateTenant } from '@parley/common/contracts/operator/tenants';
import { EVENT_TYPES } from '@parley/common/events';
import { deliveriesDue, keyChanged } from '@parley/common/hints';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenAccounts, openAccounts } from './open-accounts.ts';

const PURPOSE = 'api_keys.webhook_secret';

let accounts: OpenAccounts;
beforeAll(async () => {
  accounts = await openAccounts();
  await accounts.call(createTenant, { slug: 'shop', plan: 'professional' });
  await accounts.call(createTenant, { slug: 'other' });
});
afterAll(() => accounts[Symbol.asyncDispose]());

const makeKey = (given: { webhook_url?: string } = {}) =>
  accounts.call(createKey, { slug: 'shop', label: 'till', channels: ['wa', 'tg'], ...given });
const identify = (apiKey: string) =>
  accounts.call(authenticate, { key_hash: createHash('sha256').update(apiKey).digest('hex') });
const rowOf = (instanceId: string) => accounts.database.db.prisma.apiKey.findUniqueOrThrow({ where: { instanceId } });
const laneOf = (instanceId: string) => accounts.database.db.prisma.lane.findUniqueOrThrow({ where: { instanceId } });

describe('a new key', () => {
  test('is shown once: only its hash is stored, and its secret is stored encrypted', async () => {
    const made = await makeKey();
    expect(made.api_key).toMatch(/^pk_[0-9A-Za-z]{43}$/);
    expect(made.webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(made.webhook_secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    const row = await rowOf(made.instance_id);
    expect(Buffer.from(row.keyHash)).toEqual(createHash('sha256').update(made.api_key).digest());
    expect(accounts.cipher.decrypt(row.webhookSecret, PURPOSE)).toBe(made.webhook_secret);
    expect(JSON.stringify(row)).not.toContain(made.webhook_secret);
    const { items } = await accounts.call(listKeys, { slug: 'shop', limit: 50 });
    expect(items.find(({ instance_id }) => instance_id === made.instance_id)).not.toHaveProperty('api_key');
  });

  test('has the documented defaults: 60 a minute, every event, no webhook, and a lane of its own', async () => {
    const made = await makeKey();
    expect(made).toMatchObject({
      label: 'till',
      channels: ['wa', 'tg'],
      webhook_url: null,
      events: [...EVENT_TYPES],
      rate_limit_per_minute: 60,
      enabled: true,
      revoked_at: null,
    });
    expect(await laneOf(made.instance_id)).toMatchObject({ pausedAt: null, consecutiveFailures: 0 });
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
    await expect(makeKey({ webhook_url })).rejects.toMatchObject({
      code: 'invalid_webhook_url',
      message: `webhook_url ${reason}.`,
    });
  });

  test('may call an address that the operator opened', async () => {
    expect(await makeKey({ webhook_url: 'http://127.0.0.1:9/hook' })).toMatchObject({
      webhook_url: 'http://127.0.0.1:9/hook',
    });
  });
});

describe('authentication', () => {
  test('returns what the gateway needs of a key', async () => {
    const made = await makeKey();
    const { key } = await identify(made.api_key);
    expect(key).toMatchObject({
      tenant_slug: 'shop',
      instance_id: made.instance_id,
      channels: ['wa', 'tg'],
      rate_limit_per_minute: 60,
      tenant_active: true,
      plan: 'professional',
    });
  });

  test('accepts no unknown, disabled or revoked key', async () => {
    expect(await identify('pk_madeup')).toEqual({ key: null });
    const made = await makeKey();
    const key = { slug: 'shop', instance_id: made.instance_id };
    await accounts.call(updateKey, { ...key, enabled: false });
    expect(await identify(made.api_key)).toEqual({ key: null });
    await accounts.call(updateKey, { ...key, enabled: true });
    expect((await identify(made.api_key)).key).not.toBeNull();
    await accounts.call(revokeKey, key);
    expect(await identify(made.api_key)).toEqual({ key: null });
  });

  test('reports an inactive account', async () => {
    const made = await accounts.call(createKey, { slug: 'other', label: 'x', channels: ['wa'] });
    await accounts.call(updateTenant, { slug: 'other', status: 'inactive' });
    expect((await identify(made.api_key)).key).toMatchObject({ tenant_active: false });
  });
});

describe('a change of a key', () => {
  test('changes only the given fields; null removes the webhook', async () => {
    const made = await makeKey({ webhook_url: 'http://127.0.0.1:9/hook' });
    const key = { slug: 'shop', instance_id: made.instance_id };
    expect(await accounts.call(updateKey, { ...key, label: 'new' })).toMatchObject({
      label: 'new',
      channels: ['wa', 'tg'],
      webhook_url: 'http://127.0.0.1:9/hook',
    });
    const changed = await accounts.call(updateKey, {
      ...key,
      webhook_url: null,
      channels: ['tt'],
      events: [],
      rate_limit_per_minute: 5,
    });
    expect(changed).toMatchObject({
      label: 'new',
      webhook_url: null,
      channels: ['tt'],
      events: [],
      rate_limit_per_minute: 5,
    });
    expect(await accounts.call(updateKey, key)).toEqual(changed);
  });

  test('is announced to every gateway, as revoking and rotating are', async () => {
    const made = await makeKey();
    const key = { slug: 'shop', instance_id: made.instance_id };
    const hinted: (string | null)[] = [];
    const subscription = accounts.bus.onHint(keyChanged, ({ instance_id }) => hinted.push(instance_id));
    await accounts.call(updateKey, { ...key, enabled: false });
    await accounts.call(rotateSecret, key);
    await accounts.call(revokeKey, key);
    await pollUntil(() => (hinted.length === 3 ? true : null), { deadlineMs: 20_000, what: () => 'three hints' });
    expect(new Set(hinted)).toEqual(new Set([made.instance_id]));
    await subscription.drain();
  });

  test('to a forbidden webhook address is refused and changes nothing', async () => {
    const made = await makeKey();
    const key = { slug: 'shop', instance_id: made.instance_id };
    await expect(
      accounts.call(updateKey, { ...key, label: 'changed', webhook_url: 'https://192.168.1.1/' }),
    ).rejects.toMatchObject({ code: 'invalid_webhook_url' });
    expect(await rowOf(made.instance_id)).toMatchObject({ label: 'till', webhookUrl: null });
  });

  test.each([
    ['gone', null],
    ['failing', null],
    ['operator', 'operator'],
  ])('of its webhook address: a lane paused by %s is paused by %s afterwards', async (before, after) => {
    const made = await makeKey({ webhook_url: 'http://127.0.0.1:9/hook' });
    const { instance_id } = made;
    await accounts.database.db.prisma.lane.update({
      where: { instanceId: instance_id },
      data: { pausedAt: new Date(), pauseReason: before, consecutiveFailures: 9, failingSince: new Date() },
    });
    const woken: string[] = [];
    const subscription = accounts.bus.onHint(deliveriesDue, ({ instance_ids }) => woken.push(...instance_ids));
    await accounts.call(updateKey, { slug: 'shop', instance_id, label: 'same address' });
    expect(await laneOf(instance_id)).toMatchObject({ pauseReason: before });
    await accounts.call(updateKey, { slug: 'shop', instance_id, webhook_url: 'http://127.0.0.1:9/new' });
    expect(await laneOf(instance_id)).toMatchObject({ pauseReason: after, consecutiveFailures: after ? 9 : 0 });
    await pollUntil(() => (woken.includes(instance_id) ? true : null), { deadlineMs: 20_000, what: () => 'the wake' });
    await subscription.drain();
  });

  test('of another tenant’s key or an unknown key is unknown_key', async () => {
    const made = await makeKey();
    for (const key of [
      { slug: 'other', instance_id: made.instance_id },
      { slug: 'shop', instance_id: 'ins_0000000000000000' },
    ]) {
      await expect(accounts.call(updateKey, { ...key, label: 'x' })).rejects.toMatchObject({ code: 'unknown_key' });
      await expect(accounts.call(rotateSecret, key)).rejects.toMatchObject({ code: 'unknown_key' });
      await expect(accounts.call(revokeKey, key)).rejects.toMatchObject({ code: 'unknown_key' });
    }
    expect(await rowOf(made.instance_id)).toMatchObject({ label: 'till', revokedAt: null });
  });
});

test('a revoked key stays listed with its time, and is final: it cannot be changed, enabled or rotated', async () => {
  const made = await makeKey();
  const key = { slug: 'shop', instance_id: made.instance_id };
  accounts.setNow(new Date('2030-01-01T00:00:00.000Z'));
  const revoked = await accounts.call(revokeKey, key);
  expect(revoked.revoked_at).toBe('2030-01-01T00:00:00.000Z');
  accounts.setNow(new Date('2031-01-01T00:00:00.000Z'));
  expect(await accounts.call(revokeKey, key)).toEqual(revoked);
  await expect(accounts.call(updateKey, { ...key, enabled: true })).rejects.toMatchObject({ code: 'unknown_key' });
  await expect(accounts.call(rotateSecret, key)).rejects.toMatchObject({ code: 'unknown_key' });
  const { items } = await accounts.call(listKeys, { slug: 'shop', limit: 200 });
  expect(items.find(({ instance_id }) => instance_id === made.instance_id)).toMatchObject(revoked);
});

test('a rotated secret is kept 24 h beside the new one', async () => {
  const made = await makeKey();
  accounts.setNow(new Date('2030-06-01T12:00:00.000Z'));
  const { webhook_secret } = await accounts.call(rotateSecret, { slug: 'shop', instance_id: made.instance_id });
  expect(webhook_secret).not.toBe(made.webhook_secret);
  const row = await rowOf(made.instance_id);
  expect(accounts.cipher.decrypt(row.webhookSecret, PURPOSE)).toBe(webhook_secret);
  expect(accounts.cipher.decrypt(row.previousSecret ?? '', PURPOSE)).toBe(made.webhook_secret);
  expect(row.previousSecretUntil).toEqual(new Date('2030-06-02T12:00:00.000Z'));
});

test('the keys of a tenant are listed by cursor, without those of others', async () => {
  await accounts.call(createTenant, { slug: 'walker' });
  const made: string[] = [];
  for (const label of ['1', '2', '3'])
    made.push((await accounts.call(createKey, { slug: 'walker', label, channels: ['wa'] })).instance_id);
  const first = await accounts.call(listKeys, { slug: 'walker', limit: 2 });
  expect(first.next_cursor).not.toBeNull();
  const second = await accounts.call(listKeys, { slug: 'walker', limit: 2, cursor: first.next_cursor ?? '' });
  expect(second.next_cursor).toBeNull();
  expect([...first.items, ...second.items].map(({ instance_id }) => instance_id)).toEqual(made);
});
