import { createTemplate } from '@parley/common/contracts/channels/create-template';
import { templates } from '@parley/common/contracts/channels/templates';
import { reportTemplate } from '@parley/common/contracts/internal/channel-health';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTemplateShop, type TemplateShop } from '../../test/template-shop.ts';
import { findTemplateNumber, listAccountTemplates } from './template.steps.ts';

let shops: TemplateShop;
let service: TemplateShop['service'];
beforeAll(async () => {
  shops = await openTemplateShop();
  ({ service } = shops);
});
afterAll(() => shops[Symbol.asyncDispose]());
afterEach(() => shops.reset());

type Given = Awaited<ReturnType<TemplateShop['makeShop']>>['given'];
const NAMED = { name: 'order_ready', language: 'en_US' };

const create = (tenant: TestTenant) =>
  service.act(tenant, createTemplate, { channel: 'wa', ...NAMED, category: 'UTILITY', body: { text: 'It is ready.' } });
const list = (tenant: TestTenant) => service.act(tenant, templates, {});

async function categoriesOf(given: Given) {
  const [row] = await service.rowsOf(given);
  const kept = await service.database.db.prisma.listedTemplates.findUnique({
    where: { channelAccountId: row?.id ?? 0 },
  });
  return kept?.categories ?? {};
}

async function textsOf(given: Given) {
  const [row] = await service.rowsOf(given);
  const where = { channelAccountId: row?.id ?? 0 };
  return (await service.database.db.prisma.listedTemplates.findUnique({ where }))?.texts ?? {};
}

/** Meta’s webhook about a new category. */
const report = (wabaId: string, category: string | null, at: Date, status: string | null = null) =>
  service.operate(reportTemplate, {
    wabaId,
    observedAt: at.toISOString(),
    news: { templateId: null, ...NAMED, status, reason: null, quality: null, category },
  });

test('the texts are those of the last list; Meta’s decision about a template removes its text until the next list', async () => {
  const { tenant, given } = await shops.makeShop([
    { ...NAMED, body: 'Ready: {{1}}' },
    { name: 'other', language: 'en', body: 'x' },
  ]);
  await list(tenant);
  expect(await textsOf(given)).toEqual({ 'order_ready/en_US': { body: 'Ready: {{1}}' }, 'other/en': { body: 'x' } });
  await report(given.wabaId, null, new Date(), 'APPROVED');
  expect(await textsOf(given)).toEqual({ 'other/en': { body: 'x' } });
  await list(tenant);
  expect(await textsOf(given)).toMatchObject({ 'order_ready/en_US': { body: 'Ready: {{1}}' } });
});

test('the category that prices sends is known from the creation, before any list', async () => {
  const { tenant, given } = await shops.makeShop();
  await create(tenant);
  expect(await categoriesOf(given)).toEqual({ 'order_ready/en_US': 'UTILITY' });
});

test('it changes with Meta’s webhook, and with the next list; an older webhook changes nothing', async () => {
  const { tenant, given } = await shops.makeShop([{ name: 'other', body: 'x' }]);
  await create(tenant);
  const now = Date.now();
  await report(given.wabaId, 'MARKETING', new Date(now + 1000));
  expect(await categoriesOf(given)).toEqual({ 'order_ready/en_US': 'MARKETING' });
  service.setNow(new Date(now + 60_000));
  await list(tenant);
  expect(await categoriesOf(given)).toEqual({ 'order_ready/en_US': 'UTILITY', 'other/en': 'UTILITY' });
  await report(given.wabaId, 'MARKETING', new Date(now + 2000));
  expect(await categoriesOf(given)).toMatchObject({ 'order_ready/en_US': 'UTILITY' });
});

test('a list that was requested before Meta’s webhook, and arrives after it, does not undo it', async () => {
  const { tenant, given } = await shops.makeShop([{ ...NAMED, body: 'x' }]);
  await list(tenant);
  expect(await categoriesOf(given)).toEqual({ 'order_ready/en_US': 'UTILITY' });
  const at = (second: number) => new Date(Date.now() + second * 1000);
  const [requested, reported, answered] = [at(100), at(200), at(300)];
  const { graph } = service.otherProcess;
  const listTemplates: typeof graph.listTemplates = async (...asked) => {
    const listed = await graph.listTemplates(...asked);
    await report(given.wabaId, 'MARKETING', reported);
    service.setNow(answered);
    return listed;
  };
  const slow = { ...service.otherProcess, graph: { ...graph, listTemplates } };
  service.setNow(requested);
  await listAccountTemplates(slow, await findTemplateNumber(slow, tenant.id, undefined));
  expect(await categoriesOf(given)).toEqual({ 'order_ready/en_US': 'MARKETING' });
});

test('the time of an announced category is in the list, until the category changes', async () => {
  const { tenant, given } = await shops.makeShop([{ ...NAMED, body: 'x', category: 'UTILITY' }]);
  const { whatsapp } = service.driver.graph;
  await whatsapp.decideTemplate({
    waba_id: given.wabaId,
    name: NAMED.name,
    language: NAMED.language,
    upcoming_category: 'MARKETING',
    upcoming_at: '2030-05-06T09:00:00.000Z',
  });
  const shown = async () => (await list(tenant)).output.templates[0];
  const announce = (upcomingCategory: string, upcomingAt: string) =>
    service.operate(reportTemplate, {
      wabaId: given.wabaId,
      observedAt: new Date().toISOString(),
      news: {
        ...{ templateId: null, ...NAMED, status: null, reason: null, quality: null, category: null },
        upcomingCategory,
        upcomingAt,
      },
    });
  expect(await shown()).toMatchObject({ correctCategory: 'MARKETING', categoryChangesAt: null });
  await announce('AUTHENTICATION', '2030-05-05T09:00:00.000Z');
  expect(await shown()).toMatchObject({ correctCategory: 'MARKETING', categoryChangesAt: null });
  await announce('MARKETING', '2030-05-06T09:00:00.000Z');
  expect(await shown()).toMatchObject({ category: 'UTILITY', categoryChangesAt: '2030-05-06T09:00:00.000Z' });
  await whatsapp.decideTemplate({ waba_id: given.wabaId, ...NAMED, category: 'MARKETING' });
  await report(given.wabaId, 'MARKETING', new Date());
  expect(await shown()).toMatchObject({ category: 'MARKETING', correctCategory: null, categoryChangesAt: null });
});
