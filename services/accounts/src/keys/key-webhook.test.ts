import { setWebhook, webhook } from '@parley/common/contracts/account/webhook';
import { createKey, revokeKey, updateKey } from '@parley/common/contracts/operator/keys';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { keyChanged } from '@parley/common/hints';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenAccounts, openAccounts } from '../../test/open-accounts.ts';

const PURPOSE = 'api_keys.webhook_secret';
const OWN = 'http://127.0.0.1:9/own';
const OTHER = 'http://127.0.0.1:9/other';

let accounts: OpenAccounts;
let tenantId: number;
beforeAll(async () => {
  accounts = await openAccounts();
  await accounts.call(createTenant, { slug: 'shop' });
  ({ id: tenantId } = await accounts.database.db.prisma.tenant.findUniqueOrThrow({ where: { slug: 'shop' } }));
});
afterAll(() => accounts[Symbol.asyncDispose]());

/** A key that may change its webhook, and its calls. */
async function openKey(given: Partial<InputOf<typeof createKey>> = {}) {
  const { instanceId } = await accounts.call(createKey, {
    ...{ slug: 'shop', label: 'till', channels: ['wa'], events: ['message.received'], setWebhookEnabled: true },
    ...given,
  });
  const context = { requestId: 'req_test', caller: { tenantId, tenantSlug: 'shop', instanceId, channels: [] } };
  return {
    instanceId,
    show: () => accounts.bus.call(webhook, {}, context),
    set: (input: InputOf<typeof setWebhook>, idempotency?: { key: string; bodyHash: string }) =>
      accounts.bus.call(setWebhook, input, { ...context, ...(idempotency ? { idempotency } : {}) }),
    row: () => accounts.database.db.prisma.apiKey.findUniqueOrThrow({ where: { instanceId } }),
    update: (input: object) => accounts.call(updateKey, { slug: 'shop', instanceId, ...input }),
  };
}
type OpenKey = Awaited<ReturnType<typeof openKey>>;

const secretsOf = async (key: OpenKey) => {
  const { webhookSecret, previousSecret, previousSecretUntil } = await key.row();
  return {
    current: accounts.cipher.decrypt(webhookSecret, PURPOSE),
    previous: previousSecret && accounts.cipher.decrypt(previousSecret, PURPOSE),
    until: previousSecretUntil,
  };
};

describe('a key that may change its webhook', () => {
  test('sets an address and events, and gets a new secret in that answer only', async () => {
    const key = await openKey();
    expect(await key.show()).toEqual({
      ok: true,
      url: null,
      events: ['message.received'],
      status: 'none',
      reason: null,
    });
    const answer = await key.set({ url: OWN, events: ['message.sent'] });
    const { current } = await secretsOf(key);
    expect(answer).toEqual({
      ...{ ok: true, url: OWN, events: ['message.sent'], status: 'active', reason: null },
      webhookSecret: current,
    });
    const { webhookSecret: _, ...shown } = answer;
    expect(await key.show()).toEqual(shown);
  });

  test('gets the first answer again with the same Idempotency-Key, and the secret stays', async () => {
    const key = await openKey();
    const once = { key: 'k1', bodyHash: 'ab'.repeat(32) };
    const first = await key.set({ url: OWN }, once);
    expect(await key.set({ url: OWN }, once)).toEqual(first);
    expect((await secretsOf(key)).current).toBe(first.webhookSecret);
  });

  test('rotates the secret at the same address: the previous one also signs for 24 h', async () => {
    const key = await openKey();
    const { webhookSecret: first } = await key.set({ url: OWN });
    accounts.setNow(new Date('2030-06-01T12:00:00.000Z'));
    const { webhookSecret: second } = await key.set({ url: OWN });
    const until = new Date('2030-06-02T12:00:00.000Z');
    expect(await secretsOf(key)).toEqual({ current: second, previous: first, until });
  });

  test('at another address the previous secret signs nothing', async () => {
    const key = await openKey({ webhookUrl: OTHER });
    const now = new Date('2030-07-01T12:00:00.000Z');
    accounts.setNow(now);
    await key.set({ url: OWN, replace: true });
    expect((await secretsOf(key)).until).toEqual(now);
  });

  test('neither replaces nor removes another address without replace', async () => {
    const key = await openKey({ webhookUrl: OTHER });
    const before = await key.row();
    for (const url of [OWN, null])
      await expect(key.set({ url, events: [] })).rejects.toMatchObject({ code: 'webhook_in_use' });
    expect(await key.row()).toEqual(before);
    expect(await key.set({ url: OWN, replace: true })).toMatchObject({ url: OWN });
    const removed: OutputOf<typeof webhook> = await key.set({ url: null, replace: true });
    expect(removed).toEqual({ ok: true, url: null, events: ['message.received'], status: 'none', reason: null });
  });

  test('of two concurrent calls one is refused', async () => {
    const key = await openKey();
    const outcomes = await Promise.allSettled([key.set({ url: OWN }), key.set({ url: OTHER })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    ['gone', { status: 'active', reason: null }],
    ['operator', { status: 'paused', reason: 'operator' }],
  ])('wakes a webhook that was paused by %s as the operator’s change does', async (pauseReason, after) => {
    const key = await openKey({ webhookUrl: OWN });
    const { instanceId } = key;
    await accounts.database.db.prisma.lane.update({
      where: { instanceId },
      data: { pausedAt: new Date(), pauseReason },
    });
    expect(await key.show()).toMatchObject({ status: 'paused', reason: pauseReason });
    expect(await key.set({ url: OWN })).toMatchObject(after);
  });

  test('is announced to every gateway', async () => {
    const key = await openKey();
    const hinted: (string | null)[] = [];
    const subscription = accounts.bus.onHint(keyChanged, ({ instanceId }) => hinted.push(instanceId));
    await key.set({ url: OWN });
    await pollUntil(() => (hinted.includes(key.instanceId) ? true : null), { what: () => 'the hint' });
    await subscription.drain();
  });

  test.each(['http://93.184.216.34/hook', 'https://169.254.169.254/', 'https://user:secret@127.0.0.1/'])(
    'at %s is invalid_webhook_url and changes nothing',
    async (url) => {
      const key = await openKey();
      const before = await key.row();
      await expect(key.set({ url })).rejects.toMatchObject({
        code: 'invalid_webhook_url',
        extras: { details: [{ field: 'url' }] },
      });
      expect(await key.row()).toEqual(before);
    },
  );
});

test('a key may not change its webhook unless its owner allows it', async () => {
  const key = await openKey({ setWebhookEnabled: undefined, webhookUrl: OTHER });
  const before = await key.row();
  for (const url of [OWN, OTHER, null])
    await expect(key.set({ url, replace: true })).rejects.toMatchObject({ code: 'set_webhook_not_allowed' });
  expect(await key.row()).toEqual(before);
  expect(await key.show()).toMatchObject({ url: OTHER });
  expect(await key.update({ setWebhookEnabled: true })).toMatchObject({ setWebhookEnabled: true });
  expect(await key.set({ url: OTHER })).toMatchObject({ url: OTHER });
  expect(await key.update({ label: 'other' })).toMatchObject({ setWebhookEnabled: true });
});

test('a revoked key that a gateway still knows changes and shows nothing', async () => {
  const key = await openKey();
  await accounts.call(revokeKey, { slug: 'shop', instanceId: key.instanceId });
  await expect(key.show()).rejects.toMatchObject({ code: 'invalid_api_key' });
  await expect(key.set({ url: OWN })).rejects.toMatchObject({ code: 'invalid_api_key' });
});
