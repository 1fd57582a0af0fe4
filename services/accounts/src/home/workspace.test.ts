import {
  actAsTenant,
  billedUsage,
  home,
  keyUsage,
  listAudit,
  listDeploymentAudit,
  listLedger,
  usage,
} from '@parley/common/contracts/console/workspace';
import { recordAudit, settleAudit } from '@parley/common/contracts/internal/console-session';
import { createKey } from '@parley/common/contracts/operator/keys';
import { addCredit } from '@parley/common/contracts/operator/tenants';
import { beforeEach, describe, expect, test } from 'vitest';
import { consoleOfFile } from '../../test/open-console.ts';
import { shopsOf } from '../../test/open-shop.ts';

const NOW = new Date('2030-05-06T12:00:00.000Z');
const DAY_MS = 24 * 3_600_000;

const house = consoleOfFile();
const { openShop, join } = shopsOf(house);
beforeEach(() => house.setNow(NOW));

describe('the audit log', () => {
  test('shows who requested what and how it ended, newest first, only to the own tenant', async () => {
    const [{ owner, ownerId }, { owner: stranger }] = [await openShop(), await openShop()];
    const first = await owner.call(recordAudit, { action: 'create-key', input: { label: 'till' } });
    const changes = [{ field: 'label', before: null, after: 'till' }];
    const second = await owner.call(recordAudit, { action: 'remove-member', input: {} });
    await owner.call(settleAudit, { id: first.id, outcome: 'done', changes });
    await owner.call(settleAudit, { id: first.id, outcome: 'unknown_tenant', changes: [] });
    const { items } = await owner.call(listAudit, { limit: 50 });
    expect(items).toMatchObject([
      { id: second.id, action: 'remove-member', outcome: 'unknown', changes: [] },
      {
        id: first.id,
        action: 'create-key',
        outcome: 'done',
        input: { label: 'till' },
        changes,
        actor: { type: 'member', id: ownerId },
        address: '203.0.113.7',
        at: NOW.toISOString(),
      },
      { action: 'redeem-sign-in-link', outcome: 'done', actor: { type: 'member', id: ownerId } },
    ]);
    expect((await stranger.call(listAudit, { limit: 50, action: 'create-key' })).items).toEqual([]);
    const only = await owner.call(listAudit, { limit: 50, action: 'create-key', memberId: ownerId });
    expect(only.items.map(({ id }) => id)).toEqual([first.id]);
    const later = new Date(NOW.getTime() + 1).toISOString();
    expect((await owner.call(listAudit, { limit: 50, since: later })).items).toEqual([]);
  });

  test('of an operator who acts as a tenant is in that tenant’s log, otherwise in the deployment’s', async () => {
    const { slug, owner } = await openShop();
    const operator = await house.operator();
    await operator.call(recordAudit, { action: 'create-tenant', input: { slug } });
    await operator.call(actAsTenant, { slug });
    const acting = await house.open(operator.token);
    await acting.call(recordAudit, { action: 'remove-member', input: {} });
    const { items } = await owner.call(listAudit, { limit: 1 });
    expect(items).toMatchObject([{ action: 'remove-member', actor: { type: 'operator', id: null, email: null } }]);
    const own = await operator.call(listAudit, { limit: 1 });
    expect(own.items).toMatchObject([{ action: 'create-tenant' }]);
  });

  test('of the deployment is read by the operator, acting as a tenant or not, and contains nothing of tenants', async () => {
    const { slug } = await openShop();
    const operator = await house.operator();
    const made = await operator.call(recordAudit, { action: 'update-tenant', input: { slug } });
    await operator.call(actAsTenant, { slug });
    const acting = await house.open(operator.token);
    await acting.call(recordAudit, { action: 'remove-member', input: {} });
    for (const browser of [operator, acting]) {
      const { items } = await browser.call(listDeploymentAudit, { limit: 200 });
      expect(items.map(({ id }) => id)).toContain(made.id);
      expect(items.filter(({ action }) => action === 'remove-member' || action === 'redeem-sign-in-link')).toEqual([]);
    }
  });
});

test('signing in, joining and setting a new password are in the audit log', async () => {
  const { owner } = await openShop();
  const { id, email } = await join(owner);
  await house.signIn(email);
  const { items } = await owner.call(listAudit, { limit: 50, memberId: id });
  expect(items.map(({ action, actor }) => [action, actor.email])).toEqual([
    ['sign-in', email],
    ['accept-invitation', email],
  ]);
});

describe('a workspace', () => {
  test('that is new shows only its credit, and that only to an owner', async () => {
    const { slug, owner } = await openShop();
    const nothing = { messagesIn: 0, messagesOut: 0, messagesFailed: 0 };
    expect(await owner.call(home, {})).toEqual({
      checklist: { hasKey: false, hasChannel: false, hasMessage: false, hasWebhookSuccess: false },
      today: nothing,
      weekAgo: nothing,
      waitingDeliveries: 0,
      balance: 10,
      attention: { items: [], coming: [], isCut: false },
    });
    await house.call(createKey, { slug, label: 'till', channels: ['wa'] });
    const { browser } = await join(owner, 'agent');
    expect(await browser.call(home, {})).toMatchObject({ checklist: { hasKey: true }, balance: null });
    expect(await owner.call(usage, { days: 30 })).toEqual({ items: [] });
  });

  test('shows sent messages by day, channel and key, and nothing of another workspace', async () => {
    const { slug, owner } = await openShop();
    const { prisma } = house.database.db;
    const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { slug } });
    const { instanceId } = await house.call(createKey, { slug, label: 'till', channels: ['wa'] });
    const before = (ms: number): Date => new Date(NOW.getTime() - ms);
    const message = { tenantId, conversationId: 1, channelAccountId: 1, channel: 'wa', peer: '1', text: '', price: 0 };
    const sent = { ...message, direction: 'out', origin: 'api', status: 'sent', happenedAt: NOW, createdAt: before(1) };
    await prisma.message.createMany({
      data: [
        { ...sent, instanceId },
        { ...sent, instanceId, status: 'failed' },
        { ...sent, instanceId, createdAt: before(DAY_MS) },
        { ...sent, origin: 'dashboard' },
        { ...sent, direction: 'in', origin: 'customer', status: 'received' },
        { ...sent, tenantId: tenantId + 1000, instanceId },
      ],
    });
    const row = { channel: 'wa', instanceId, label: 'till', messagesOut: 1, messagesFailed: 0 };
    const [today, yesterday] = [NOW, before(DAY_MS)].map((at) => at.toISOString().slice(0, 10));
    expect(await owner.call(keyUsage, { days: 30 })).toEqual({
      items: [
        { ...row, day: today, messagesOut: 2, messagesFailed: 1 },
        { ...row, day: today, instanceId: null, label: null },
        { ...row, day: yesterday },
      ],
      isCut: false,
    });
    expect((await owner.call(keyUsage, { days: 1 })).items).toHaveLength(2);
  });

  test('shows the cost of messages by their day and channel, without refunds, only to who sees credit', async () => {
    const { slug, owner } = await openShop();
    const { prisma } = house.database.db;
    const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { slug } });
    const yesterday = new Date(NOW.getTime() - DAY_MS);
    const message = { tenantId, conversationId: 1, channelAccountId: 1, peer: '1', text: '', happenedAt: NOW };
    const sent = { ...message, direction: 'out', origin: 'api', status: 'sent' };
    const before = new Date(NOW.getTime() - 1);
    const [today, refused, older] = await prisma.message.createManyAndReturn({
      data: [
        { ...sent, channel: 'wa', price: '3', createdAt: before },
        { ...sent, channel: 'wa', price: '3', status: 'failed', createdAt: yesterday },
        { ...sent, channel: 'wa', price: '0.5', createdAt: yesterday },
        { ...message, channel: 'tg', direction: 'in', origin: 'customer', status: 'received', createdAt: before },
      ],
      select: { id: true },
    });
    const entry = (of: { id: bigint } | undefined, kind: string, amount: string, createdAt: Date) => ({
      tenantId,
      messageId: of?.id ?? null,
      kind,
      amount,
      createdAt,
    });
    await prisma.creditEntry.createMany({
      data: [
        entry(refused, 'reserve', '-3', yesterday),
        entry(older, 'reserve', '-0.5', yesterday),
        entry(today, 'reserve', '-3', before),
        entry(refused, 'refund', '3', before),
        entry(undefined, 'bot', '-2', before),
      ],
    });
    const { items } = await owner.call(usage, { days: 2 });
    const [day, dayBefore] = [NOW, yesterday].map((at) => at.toISOString().slice(0, 10));
    expect(items.map((item) => [item.day, item.channel, item.cost])).toEqual([
      [dayBefore, 'wa', '0.500000'],
      [day, 'tg', '0.000000'],
      [day, 'wa', '3.000000'],
    ]);
    const { browser } = await join(owner, 'developer');
    expect((await browser.call(usage, { days: 2 })).items.map(({ cost }) => cost)).toEqual([null, null, null]);
    expect((await owner.call(usage, { days: 1 })).items.map(({ cost }) => cost)).toEqual(['0.000000', '3.000000']);
  });

  test('shows the messages that Meta charges by day and category, once they are delivered, and nothing of another workspace', async () => {
    const { slug, owner } = await openShop();
    const { prisma } = house.database.db;
    const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { slug } });
    const before = (ms: number): Date => new Date(NOW.getTime() - ms);
    const message = { tenantId, conversationId: 1, channelAccountId: 1, channel: 'wa', peer: '1', text: '', price: 0 };
    const sent = { ...message, direction: 'out', origin: 'api', status: 'read', happenedAt: NOW, createdAt: before(1) };
    const priced = (category: string | null, billable: boolean | null) => ({
      extra: { pricing: { category, billable, model: 'PMP' } },
    });
    await prisma.message.createMany({
      data: [
        { ...sent, ...priced('marketing', true) },
        { ...sent, ...priced('marketing', true), status: 'delivered' },
        { ...sent, ...priced('marketing', true), status: 'sent' },
        { ...sent, ...priced('marketing', true), createdAt: before(DAY_MS) },
        { ...sent, ...priced('service', false) },
        { ...sent, ...priced(null, null) },
        sent,
        { ...sent, ...priced('marketing', true), tenantId: tenantId + 1000 },
      ],
    });
    const [today, yesterday] = [NOW, before(DAY_MS)].map((at) => at.toISOString().slice(0, 10));
    expect(await owner.call(billedUsage, { days: 30 })).toEqual({
      items: [
        { day: today, category: 'marketing', messagesPriced: 3, messagesBillable: 2 },
        { day: today, category: 'service', messagesPriced: 1, messagesBillable: 0 },
        { day: today, category: null, messagesPriced: 1, messagesBillable: 0 },
        { day: yesterday, category: 'marketing', messagesPriced: 1, messagesBillable: 1 },
      ],
    });
  });

  test('shows movements of every kind', async () => {
    const { slug, owner } = await openShop();
    const { prisma } = house.database.db;
    const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { slug } });
    const kinds = listLedger.output.shape.items.element.shape.kind.options;
    await prisma.creditEntry.createMany({ data: kinds.map((kind) => ({ tenantId, kind, amount: '-0.5' })) });
    const { items } = await owner.call(listLedger, { limit: kinds.length });
    expect(items.map(({ kind }) => kind)).toEqual(kinds.toReversed());
    // Kinds that sends write.
    expect(kinds).toEqual(expect.arrayContaining(['reserve', 'refund', 'bot']));
  });

  test('shows every movement of its credit, newest first, and none of another workspace', async () => {
    const { slug, owner } = await openShop();
    await house.call(addCredit, { slug, amount: '2.5', note: 'paid' });
    const first = await owner.call(listLedger, { limit: 1 });
    const rest = await owner.call(listLedger, { limit: 50, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items]).toMatchObject([
      { kind: 'top_up', amount: '2.500000', note: 'paid', messageId: null },
      { kind: 'top_up', amount: '10.000000' },
    ]);
    expect((await (await openShop()).owner.call(listLedger, { limit: 50 })).items).toHaveLength(1);
  });
});
