import { templates } from '@parley/common/contracts/channels/templates';
import { findTemplateCategory } from '@parley/common/contracts/internal/find-template-category';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWaNumbers, type WaNumbers } from '../../test/wa-numbers.ts';

let service: WaNumbers;
beforeAll(async () => {
  service = await openWaNumbers();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(async () => {
  await service.driver.clearFaults();
  service.setNow(null);
});

describe('templates', () => {
  test('follow the provider’s paging, with every field, and the approved names are stored for refusals', async () => {
    const tenant = await service.makeTenant();
    const many = Array.from({ length: 130 }, (_, n) => ({ name: `bulk_${n}`, body: 'Hi {{1}}, {{2}} and {{1}}' }));
    const given = await service.makeNumber([
      ...many,
      { name: 'waiting', status: 'PENDING', body: 'x' },
      { name: 'named', category: 'MARKETING', language: 'ar', body: 'مرحبا {{first_name}}' },
    ]);
    await service.connect(tenant, given);
    const { output } = await service.act(tenant, templates, {});
    expect(output.count).toBe(132);
    expect(output.templates).toContainEqual({
      name: 'bulk_129',
      language: 'en',
      status: 'APPROVED',
      category: 'UTILITY',
      body: 'Hi {{1}}, {{2}} and {{1}}',
      variables: 2,
      id: expect.stringMatching(/^\d+$/),
      quality: null,
      rejectedReason: null,
      correctCategory: null,
      categoryChangesAt: null,
      components: [{ type: 'BODY', text: 'Hi {{1}}, {{2}} and {{1}}' }],
    });
    expect(output.templates).toContainEqual({
      name: 'named',
      language: 'ar',
      status: 'APPROVED',
      category: 'MARKETING',
      body: 'مرحبا {{first_name}}',
      variables: 1,
      id: expect.any(String),
      quality: null,
      rejectedReason: null,
      correctCategory: null,
      categoryChangesAt: null,
      components: [{ type: 'BODY', text: 'مرحبا {{first_name}}' }],
    });
    const [row] = await service.rowsOf(given);
    const kept = await service.database.db.prisma.listedTemplates.findUniqueOrThrow({
      where: { channelAccountId: row?.id ?? 0 },
    });
    expect(new Set(kept.approvedNames)).toEqual(new Set([...many.map(({ name }) => name), 'named']));
    expect(kept.categories).toMatchObject({ 'bulk_0/en': 'UTILITY', 'waiting/en': 'UTILITY', 'named/ar': 'MARKETING' });
  });

  test('of the largest accounts fit the bus: the first are listed, and refusals name all', async () => {
    const tenant = await service.makeTenant();
    const names = Array.from({ length: 2500 }, (_, n) => `long_${n}`);
    const given = await service.makeNumber(names.map((name) => ({ name, body: '字'.repeat(1024) })));
    await service.connect(tenant, given);
    const { output } = await service.act(tenant, templates, {});
    expect(output.count).toBeGreaterThan(900);
    expect(output.count).toBeLessThan(names.length);
    expect(output.templates.map(({ name }) => name)).toEqual(names.slice(0, output.count));
    const [row] = await service.rowsOf(given);
    const kept = await service.database.db.prisma.listedTemplates.findUniqueOrThrow({
      where: { channelAccountId: row?.id ?? 0 },
    });
    expect(kept.approvedNames).toHaveLength(names.length);
  });

  test('are at most 60 s old, and fetched again with a renewed token', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber([{ name: 'one', body: 'x' }]);
    await service.connect(tenant, given);
    const countNow = async () => (await service.act(tenant, templates, {})).output.count;
    service.setNow(new Date('2030-01-01T00:00:00Z'));
    expect(await countNow()).toBe(1);
    await service.driver.graph.whatsapp.putAccount({ waba_id: given.wabaId, templates: [{ name: 'two', body: 'x' }] });
    service.setNow(new Date('2030-01-01T00:00:59Z'));
    expect(await countNow()).toBe(1);
    service.setNow(new Date('2030-01-01T00:01:00Z'));
    expect(await countNow()).toBe(2);
    await service.driver.graph.whatsapp.putAccount({
      waba_id: given.wabaId,
      token: 'renewed',
      templates: [{ name: 'three', body: 'x' }],
    });
    await service.connect(tenant, { ...given, accessToken: 'renewed' });
    expect(await countNow()).toBe(3);
  });

  test('come from the number that `from` names by id, number or label, and without `from` from the first number', async () => {
    const tenant = await service.makeTenant();
    const first = await service.makeNumber([{ name: 'of_first', body: 'x' }]);
    const second = await service.makeNumber([{ name: 'of_second', body: 'x' }]);
    await service.connect(tenant, first, 'First');
    await service.connect(tenant, second, 'Second');
    const namesFrom = async (from?: string) =>
      (await service.act(tenant, templates, from === undefined ? {} : { from })).output.templates.map((t) => t.name);
    expect(await namesFrom()).toEqual(['of_first']);
    for (const from of [second.phoneNumberId, second.number, `+${second.number}`, 'Second'])
      expect(await namesFrom(from)).toEqual(['of_second']);
    await expect(namesFrom('Third')).rejects.toMatchObject({ code: 'invalid_from' });
  });

  test('give other services the category of a template, without calling the platform again within 60 s', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber([{ name: 'one', body: 'x', category: 'MARKETING', language: 'ar' }]);
    await service.connect(tenant, given);
    await service.act(tenant, templates, {});
    await service.driver.graph.whatsapp.failNext({ match: { path: 'message_templates' }, mode: 'error', code: 190 });
    const find = (input: object) =>
      service.bus.call(
        findTemplateCategory,
        { tenantId: tenant.id, externalId: given.phoneNumberId, name: 'one', language: 'ar', ...input },
        { requestId: 'req_test' },
      );
    expect(await find({})).toEqual({ category: 'MARKETING' });
    expect(await find({ name: 'two' })).toEqual({ category: null });
    const other = await service.makeTenant();
    await expect(find({ tenantId: other.id })).rejects.toMatchObject({ code: 'not_connected' });
  });

  test('without a connected number are not_connected', async () => {
    const tenant = await service.makeTenant();
    await expect(service.act(tenant, templates, {})).rejects.toMatchObject({ code: 'not_connected' });
    await expect(service.act(tenant, templates, { from: 'x' })).rejects.toMatchObject({ code: 'not_connected' });
  });

  test('return the provider’s refusal, and a failure is not cached', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber([{ name: 'one', body: 'x' }]);
    await service.connect(tenant, given);
    await service.driver.graph.whatsapp.failNext({ match: { path: 'message_templates' }, mode: 'error', code: 190 });
    await expect(service.act(tenant, templates, {})).rejects.toMatchObject({ code: 'graph_error' });
    await service.driver.graph.whatsapp.failNext({ match: { path: 'message_templates' }, mode: 'hang' });
    await expect(service.act(tenant, templates, {})).rejects.toMatchObject({ code: 'provider_timeout' });
    expect((await service.act(tenant, templates, {})).output.count).toBe(1);
  });
});
