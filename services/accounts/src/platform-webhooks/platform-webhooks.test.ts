import {
  deletePlatformWebhook,
  getPlatformWebhook,
  getTenantPlatformWebhook,
  rotateTenantPlatformSecret,
  setPlatformWebhook,
  setTenantPlatformWebhook,
} from '@parley/common/contracts/operator/platform-webhook';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import { PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenAccounts, openAccounts } from '../../test/open-accounts.ts';
import { createFirstPlatformWebhook } from './create-first-platform-webhook.ts';

const PURPOSE = 'platform_webhooks.secret';
const URL = 'http://127.0.0.1:9/hook/';

let accounts: OpenAccounts;
beforeAll(async () => {
  accounts = await openAccounts();
  await accounts.call(createTenant, { slug: 'shop' });
});
afterAll(() => accounts[Symbol.asyncDispose]());

const rowOf = (instanceId: string, { database } = accounts) =>
  database.db.prisma.platformWebhook.findUniqueOrThrow({ where: { instanceId }, include: { lane: true } });

test('a new webhook has every event and a lane; only this answer contains its secret, which is stored encrypted', async () => {
  const made = await accounts.call(setTenantPlatformWebhook, { slug: 'shop', url: URL });
  expect(made).toMatchObject({ url: URL, events: [...PLATFORM_EVENT_TYPES], enabled: true });
  expect(made.instanceId).toMatch(/^plt_[0-9a-z]{26}$/);
  const row = await rowOf(made.instanceId);
  expect(accounts.cipher.decrypt(row.secret, PURPOSE)).toBe(made.secret);
  expect(row.lane).toMatchObject({ pausedAt: null });
  const again = await accounts.call(setTenantPlatformWebhook, { slug: 'shop', url: URL, enabled: false });
  expect(again).toEqual({ ...(await accounts.call(getTenantPlatformWebhook, { slug: 'shop' })), enabled: false });
  expect(again).not.toHaveProperty('secret');
  expect(again).toMatchObject({ instanceId: made.instanceId, events: made.events });
});

test('two concurrent requests create one, and only one answer has a secret', async () => {
  await accounts.call(createTenant, { slug: 'twice' });
  const both = await Promise.all(
    [1, 2].map((n) => accounts.call(setTenantPlatformWebhook, { slug: 'twice', url: `${URL}${n}` })),
  );
  expect(new Set(both.map(({ instanceId: id }) => id)).size).toBe(1);
  expect(both.filter(({ secret }) => secret !== undefined)).toHaveLength(1);
});

test('an address that the egress rules forbid is invalid_webhook_url, of the field url', async () => {
  await expect(
    accounts.call(setTenantPlatformWebhook, { slug: 'shop', url: 'https://169.254.169.254/' }),
  ).rejects.toMatchObject({ code: 'invalid_webhook_url', message: 'url must be on a public address.' });
});

test('the previous secret stays valid for a day after a rotation', async () => {
  const { secret } = await accounts.call(rotateTenantPlatformSecret, { slug: 'shop' });
  const { instanceId: id } = await accounts.call(getTenantPlatformWebhook, { slug: 'shop' });
  const row = await rowOf(id);
  expect(accounts.cipher.decrypt(row.secret, PURPOSE)).toBe(secret);
  expect(row.previousSecretUntil?.getTime()).toBeGreaterThan(Date.now() + 23 * 3600 * 1000);
});

test('an unknown tenant is unknown_tenant, and a deployment without a webhook is unknown_platform_webhook', async () => {
  await expect(accounts.call(getTenantPlatformWebhook, { slug: 'nobody' })).rejects.toMatchObject({
    code: 'unknown_tenant',
  });
  for (const contract of [getPlatformWebhook, deletePlatformWebhook])
    await expect(accounts.call(contract, {})).rejects.toMatchObject({ code: 'unknown_platform_webhook' });
});

test('PARLEY_PLATFORM_WEBHOOK_URL creates the deployment’s webhook at the first start; no later start restores a deleted one', async () => {
  await using first = await openAccounts({ PARLEY_PLATFORM_WEBHOOK_URL: URL });
  const made = await pollUntil(async () => first.database.db.prisma.platformWebhook.findFirst(), {
    what: () => 'the platform webhook of the environment',
  });
  expect(made).toMatchObject({ url: URL, tenantId: null, events: [...PLATFORM_EVENT_TYPES] });
  expect((await rowOf(made.instanceId, first)).lane).not.toBeNull();
  await first.call(deletePlatformWebhook, {});
  await createFirstPlatformWebhook(first.service, URL);
  await expect(first.call(getPlatformWebhook, {})).rejects.toMatchObject({ code: 'unknown_platform_webhook' });
  expect((await first.call(setPlatformWebhook, { url: URL })).secret).toBeDefined();
});
