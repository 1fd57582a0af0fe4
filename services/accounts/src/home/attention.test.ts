import { home, listAttention } from '@parley/common/contracts/console/workspace';
import { createKey } from '@parley/common/contracts/operator/keys';
import { addCredit, updateTenant } from '@parley/common/contracts/operator/tenants';
import { beforeEach, describe, expect, test } from 'vitest';
import { consoleOfFile } from '../../test/open-console.ts';
import { shopsOf } from '../../test/open-shop.ts';

const NOW = new Date('2030-05-06T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const before = (ms: number): Date => new Date(NOW.getTime() - ms);

const house = consoleOfFile();
const { openShop, join } = shopsOf(house);
beforeEach(() => house.setNow(NOW));

async function openWorkspace() {
  const { slug, owner } = await openShop();
  const { prisma } = house.database.db;
  const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { slug } });
  let accounts = 0;
  return {
    slug,
    owner,
    tenantId,
    prisma,
    addAccount: (given: object = {}) =>
      prisma.channelAccount.create({
        data: { tenantId, channel: 'wa', externalId: `${slug}-${++accounts}`, name: 'Shop', credentials: '', ...given },
      }),
    /** Kinds and names of what the owner sees. */
    async seen() {
      const { attention } = await owner.call(home, {});
      return [...attention.items, ...(attention.coming ?? [])].map(({ kind, name }) => [kind, name]);
    },
  };
}

const lost = (given: object = {}) => ({
  status: 'disconnected',
  disconnectReason: 'token_revoked',
  disconnectedAt: before(HOUR_MS),
  ...given,
});
const limited = (until: Date | null) => ({
  restrictions: [{ type: 'RESTRICTED', until: until?.toISOString() ?? null }],
});

const onApp = (given: object) => ({ isOnBizApp: true, connectedAt: before(30 * DAY_MS), ...given });

describe('a channel needs attention', () => {
  test.each([
    ['that works', {}, null],
    ['that was lost', lost(), 'channel_disconnected'],
    ['that was lost long ago', lost({ disconnectedAt: before(31 * DAY_MS) }), null],
    ['that the workspace disconnected', lost({ disconnectReason: 'dashboard' }), null],
    ['with a limit in force', limited(new Date(NOW.getTime() + HOUR_MS)), 'account_restricted'],
    ['with a limit without an end', limited(null), 'account_restricted'],
    ['with a limit that has ended', limited(before(HOUR_MS)), null],
    ['without a payment method', { paymentMissingSince: before(HOUR_MS) }, 'payment_missing'],
    ['whose token ends within two weeks', { tokenExpiresAt: new Date(NOW.getTime() + 14 * DAY_MS) }, 'token_expires'],
    ['whose token ends later', { tokenExpiresAt: new Date(NOW.getTime() + 15 * DAY_MS) }, null],
    ['whose app was not used for 11 days', onApp({ appSeenAt: before(11 * DAY_MS) }), 'app_unused'],
    ['whose app was never used', onApp({}), 'app_unused'],
    ['whose app was used 9 days ago', onApp({ appSeenAt: before(9 * DAY_MS) }), null],
    ['whose app has had no time yet', onApp({ connectedAt: before(9 * DAY_MS) }), null],
    ['that was lost after its token had ended', lost({ tokenExpiresAt: before(DAY_MS) }), 'channel_disconnected'],
    ['of low quality', { qualityRating: 'RED' }, 'quality_low'],
    ['of medium quality', { qualityRating: 'YELLOW' }, null],
  ])('%s: %o as %s', async (_, given, kind) => {
    const workspace = await openWorkspace();
    await workspace.addAccount(given);
    expect(await workspace.seen()).toEqual(kind === null ? [] : [[kind, 'Shop']]);
  });

  test.each([
    ['connected', before(HOUR_MS), null],
    ['reconnecting', before(HOUR_MS), 'device_offline'],
    ['reconnecting', before(60_000), null],
  ])('whose phone is %s since %s: %s', async (status, since, kind) => {
    const { slug, prisma, tenantId, addAccount, seen } = await openWorkspace();
    const { instanceId } = await house.call(createKey, { slug, label: 'till', channels: ['wd'] });
    const { id: channelAccountId } = await addAccount({ channel: 'wd' });
    const device = { tenantId, instanceId, label: 'Phone', channelAccountId, createdAt: NOW, expiresAt: NOW };
    await prisma.device.create({ data: { ...device, tokenHash: Buffer.from(`${slug}`), status, since } });
    expect(await seen()).toEqual(kind === null ? [] : [[kind, 'Shop']]);
  });

  test('not when the phone that was lost is linked again in another row', async () => {
    const { addAccount, seen } = await openWorkspace();
    await addAccount({ channel: 'wd', externalId: '4915', ...lost({ disconnectReason: 'logged_out' }) });
    expect(await seen()).toEqual([['channel_disconnected', 'Shop']]);
    await addAccount({ channel: 'wd', externalId: '4915' });
    expect(await seen()).toEqual([]);
  });
});

describe('a webhook needs attention', () => {
  test.each([
    ['that works', {}, null],
    ['that is paused', { pausedAt: NOW, pauseReason: 'gone' }, 'webhook_paused'],
    ['that has failed for an hour', { consecutiveFailures: 3, failingSince: before(HOUR_MS) }, 'webhook_failing'],
    ['that failed a moment ago', { consecutiveFailures: 3, failingSince: before(1000) }, null],
  ])('%s: %o as %s', async (_, lane, kind) => {
    const { slug, prisma, owner } = await openWorkspace();
    const { instanceId } = await house.call(createKey, { slug, label: 'till', channels: ['wa'] });
    await prisma.apiKey.update({ where: { instanceId }, data: { webhookUrl: 'https://shop.example/hook' } });
    await prisma.lane.update({ where: { instanceId }, data: lane });
    const { attention } = await owner.call(home, {});
    const items = kind === null ? [] : [{ kind, name: 'till', instanceId }];
    expect(attention).toEqual({ items, coming: [], isCut: false });
    await prisma.apiKey.update({ where: { instanceId }, data: { revokedAt: NOW } });
    expect((await owner.call(home, {})).attention.items).toEqual([]);
  });
});

test('low and used-up credit, refused AI keys and stopped bots need attention, each only of those who may see it', async () => {
  const { slug, owner, tenantId, prisma, seen, addAccount } = await openWorkspace();
  const stamps = { createdAt: NOW, updatedAt: NOW };
  const aiKey = { tenantId, apiKey: '', last4: 'abcd', ...stamps };
  await prisma.aiKey.createMany({
    data: [
      { ...aiKey, provider: 'anthropic', status: 'out_of_money' },
      { ...aiKey, provider: 'google', status: 'works' },
      { ...aiKey, provider: 'openai', status: 'refused' },
    ],
  });
  const bot = { tenantId, keyMode: 'own', provider: 'openai', model: 'm', instructions: '', toolSecret: '', ...stamps };
  const rules = { enabled: true, trigger: {}, caps: {} };
  await prisma.bot.createMany({
    data: [
      { ...bot, ...rules, name: 'Helper', status: 'stopped', stoppedReason: 'key_refused' },
      { ...bot, ...rules, name: 'Well' },
      { ...bot, ...rules, name: 'Off', status: 'stopped', enabled: false },
      { ...bot, ...rules, name: 'Gone', status: 'stopped', deletedAt: NOW },
    ],
  });
  await addAccount(lost());
  const ofBots = [
    ['ai_key_out_of_money', 'anthropic'],
    ['ai_key_refused', 'openai'],
    ['bot_stopped', 'Helper'],
  ];
  expect(await seen()).toEqual([['channel_disconnected', 'Shop'], ...ofBots]);
  await house.call(addCredit, { slug, amount: '-10', note: 'used' });
  expect(await seen()).toEqual([['channel_disconnected', 'Shop'], ['credit_low', null], ...ofBots]);
  await house.call(addCredit, { slug, amount: '5', note: 'paid' });
  await house.call(updateTenant, { slug, lowCreditThreshold: '4' });
  expect((await seen()).map(([kind]) => kind)).not.toContain('credit_low');
  await house.call(addCredit, { slug, amount: '-2', note: 'used' });
  expect((await seen()).map(([kind]) => kind)).toContain('credit_low');

  const kindsOf = async (role: 'developer' | 'agent') => {
    const { browser } = await join(owner, role);
    const { attention } = await browser.call(home, {});
    expect(await browser.call(listAttention, {})).toEqual(attention);
    return attention.items.map(({ kind }) => kind);
  };
  expect(await kindsOf('developer')).toEqual(['channel_disconnected', ...ofBots.map(([kind]) => kind)]);
  expect(await kindsOf('agent')).toEqual([]);
  expect((await (await openShop()).owner.call(home, {})).attention.items).toEqual([]);
});

test('what comes is no item, so that a gateway of the last release reads the list', async () => {
  const { owner, addAccount } = await openWorkspace();
  for (let n = 0; n < 11; n++) await addAccount(onApp({ name: `Shop ${n}` }));
  const { attention } = await owner.call(home, {});
  expect(attention).toMatchObject({ items: [], isCut: true });
  expect(attention.coming).toEqual(Array.from({ length: 10 }, (_, n) => ({ kind: 'app_unused', name: `Shop ${n}` })));
});

test('at most ten of a kind of object are listed, and that there are more is said', async () => {
  const { owner, addAccount } = await openWorkspace();
  for (let n = 0; n < 10; n++) await addAccount({ name: `Shop ${n}`, ...lost() });
  expect((await owner.call(home, {})).attention).toMatchObject({ isCut: false });
  await addAccount({ name: 'Shop 10', ...lost() });
  const { items, isCut } = (await owner.call(home, {})).attention;
  expect(isCut).toBe(true);
  expect(items.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, n) => `Shop ${n}`));
});
