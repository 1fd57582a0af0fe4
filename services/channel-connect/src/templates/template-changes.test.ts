import { deleteTemplate } from '@parley/common/contracts/channels/delete-template';
import { updateTemplate } from '@parley/common/contracts/channels/update-template';
import type { InputOf } from '@parley/common/define-contract';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ORDER, openTemplateShop, type TemplateShop } from '../../test/template-shop.ts';
import { deleteTemplate as removeTemplate } from './delete-template.ts';

let shops: TemplateShop;
let service: TemplateShop['service'];
beforeAll(async () => {
  shops = await openTemplateShop();
  ({ service } = shops);
});
afterAll(() => shops[Symbol.asyncDispose]());
afterEach(() => shops.reset());

const decide = (given: { wabaId: string }, decision: object) =>
  service.driver.graph.whatsapp.decideTemplate({
    waba_id: given.wabaId,
    name: ORDER.name,
    language: ORDER.language,
    ...decision,
  });

describe('update-template', () => {
  const update = (tenant: TestTenant, given: Partial<InputOf<typeof updateTemplate>> = {}) => {
    const { category: _same, ...content } = ORDER;
    return service.act(tenant, updateTemplate, { ...content, ...given });
  };

  test('replaces the content of an approved template, which is reviewed again', async () => {
    const { tenant, given } = await shops.makeShop();
    const { id } = (await shops.create(tenant)).output;
    await decide(given, { status: 'APPROVED' });
    expect((await update(tenant, { footer: 'New shop' })).output).toEqual({
      ok: true,
      channel: 'wa',
      id,
      name: 'order_ready',
      language: 'en_US',
      changed: true,
    });
    expect(await shops.onlyTemplate(tenant)).toMatchObject({ id, status: 'PENDING' });
    expect((await shops.onlyTemplate(tenant)).components).toContainEqual({ type: 'FOOTER', text: 'New shop' });
  });

  test('with the content that it has does not reach Meta, which allows few changes a day', async () => {
    const { tenant, given } = await shops.makeShop();
    await shops.create(tenant);
    await decide(given, { status: 'APPROVED' });
    expect((await update(tenant)).output.changed).toBe(false);
    await service.driver.graph.whatsapp.failNext({
      match: { path: (await shops.onlyTemplate(tenant)).id ?? '', method: 'post' },
      mode: 'hang',
      after_accept: true,
    });
    await expect(update(tenant, { footer: 'New shop' })).rejects.toMatchObject({ code: 'provider_timeout' });
    expect((await update(tenant, { footer: 'New shop' })).output.changed).toBe(false);
  });

  test('compares the examples too', async () => {
    const { tenant, given } = await shops.makeShop();
    await shops.create(tenant);
    await decide(given, { status: 'REJECTED', reason: 'INVALID_FORMAT' });
    expect(await shops.onlyTemplate(tenant)).toMatchObject({ status: 'REJECTED', rejectedReason: 'INVALID_FORMAT' });
    const body = { text: ORDER.body?.text ?? '', examples: { 1: 'Bob', 2: '#8' } };
    expect((await update(tenant, { body, category: 'MARKETING' })).output.changed).toBe(true);
    expect(await shops.onlyTemplate(tenant)).toMatchObject({ status: 'PENDING', category: 'MARKETING' });
  });

  test('in a state that Meta does not let change is graph_error with its words', async () => {
    const { tenant } = await shops.makeShop();
    await shops.create(tenant);
    await expect(update(tenant, { footer: 'New shop' })).rejects.toMatchObject({
      code: 'graph_error',
      message: 'Only approved, rejected or paused templates can be edited.',
    });
  });

  test('of one that is not there is unknown_template', async () => {
    const { tenant } = await shops.makeShop([{ name: 'order_ready_too', language: 'en_US', body: 'x' }]);
    await expect(update(tenant)).rejects.toMatchObject({ code: 'unknown_template' });
  });
});

describe('delete-template', () => {
  const LISTED = [
    { name: 'offer', language: 'en', body: 'x' },
    { name: 'offer', language: 'ar', body: 'x' },
    { name: 'offer_b', language: 'en', body: 'x' },
  ];
  const remove = async (tenant: TestTenant, language?: string) =>
    (await service.act(tenant, deleteTemplate, { channel: 'wa', name: 'offer', ...(language ? { language } : {}) }))
      .output;
  const left = async (tenant: TestTenant) =>
    (await shops.listOf(tenant)).map(({ name, language }) => `${name}/${language}`);

  test('deletes one language or all of a name and nothing of other names, and a repeat deletes 0', async () => {
    const { tenant } = await shops.makeShop(LISTED);
    expect(await left(tenant)).toHaveLength(3);
    expect(await remove(tenant, 'ar')).toEqual({ ok: true, channel: 'wa', name: 'offer', language: 'ar', deleted: 1 });
    expect(await left(tenant)).toEqual(['offer/en', 'offer_b/en']);
    expect(await remove(tenant)).toMatchObject({ language: null, deleted: 1 });
    expect(await remove(tenant)).toMatchObject({ deleted: 0 });
    expect(await left(tenant)).toEqual(['offer_b/en']);
  });

  test('whose answer was lost is completed by a repeat', async () => {
    const { tenant } = await shops.makeShop(LISTED);
    const match = { path: 'message_templates', method: 'delete' };
    await service.driver.graph.whatsapp.failNext({ match, mode: 'reset', after_accept: true });
    await expect(remove(tenant)).rejects.toMatchObject({ code: 'provider_timeout' });
    expect(await remove(tenant)).toMatchObject({ deleted: 0 });
    expect(await left(tenant)).toEqual(['offer_b/en']);
  });

  test('of one language deletes nothing where Meta’s list does not name its id', async () => {
    const { tenant } = await shops.makeShop(LISTED);
    const { graph } = service.otherProcess;
    const listTemplates: typeof graph.listTemplates = async (...asked) => {
      const listed = await graph.listTemplates(...asked);
      return listed.ok ? { ok: true, value: listed.value.map((one) => ({ ...one, id: null })) } : listed;
    };
    const nameless = { ...service.otherProcess, graph: { ...graph, listTemplates } };
    const context = { requestId: 'req_test', deadlineAt: Date.now() + 60_000, caller: tenant.caller };
    const removing = removeTemplate(nameless, { channel: 'wa', name: 'offer', language: 'ar' }, context);
    await expect(removing).rejects.toMatchObject({ code: 'graph_error' });
    expect(await left(tenant)).toHaveLength(3);
  });
});
