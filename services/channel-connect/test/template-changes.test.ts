import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTemplate } from '@parley/common/contracts/channels/create-template';
import { deleteTemplate } from '@parley/common/contracts/channels/delete-template';
import { templates } from '@parley/common/contracts/channels/templates';
import { updateTemplate } from '@parley/common/contracts/channels/update-template';
import type { InputOf } from '@parley/common/define-contract';
import type { TestTenant } from '@parley/testing/test-tenant';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deleteTemplate as removeTemplate } from '../src/use-cases/delete-template.ts';
import { openWaNumbers, type WaNumbers } from './wa-numbers.ts';

let service: WaNumbers;
beforeAll(async () => {
  service = await openWaNumbers();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(async () => {
  await service.driver.clearFaults();
  service.setNow(null);
});

type New = InputOf<typeof createTemplate>;
const ORDER: New = {
  channel: 'wa',
  name: 'order_ready',
  language: 'en_US',
  category: 'UTILITY',
  header: { type: 'text', text: 'Order {{1}}', example: '#7' },
  body: { text: 'Hi {{1}}, order {{2}} is ready.', examples: { 1: 'Ann', 2: '#7' } },
  footer: 'Parley shop',
  buttons: [
    { type: 'quick_reply', title: 'Thanks' },
    { type: 'url', title: 'Track', url: 'https://shop.example/{{1}}', example: 'https://shop.example/7' },
  ],
};

async function shop(listed: Parameters<WaNumbers['makeNumber']>[0] = []) {
  const [tenant, given] = [await service.makeTenant(), await service.makeNumber(listed)];
  await service.connect(tenant, given);
  return { tenant, given };
}
const create = (tenant: TestTenant, given: Partial<New> = {}, key?: string) =>
  service.act(tenant, createTemplate, { ...ORDER, ...given }, key === undefined ? undefined : { key, bodyHash: 'aa' });
const listOf = async (tenant: TestTenant) => (await service.act(tenant, templates, {})).output.templates;
const only = async (tenant: TestTenant) => {
  const [template, ...more] = await listOf(tenant);
  if (!template || more.length > 0) throw new Error('Expected one template.');
  return template;
};
const CREATING = { match: { path: 'message_templates', method: 'post' } };
const decide = (given: { wabaId: string }, decision: object) =>
  service.driver.graph.whatsapp.decideTemplate({
    waba_id: given.wabaId,
    name: ORDER.name,
    language: ORDER.language,
    ...decision,
  });

describe('create-template', () => {
  test('creates it at Meta, and it is in the list at once with its state, category and components', async () => {
    const { tenant } = await shop();
    expect(await listOf(tenant)).toEqual([]);
    const { output } = await create(tenant);
    expect(output).toEqual({
      ok: true,
      channel: 'wa',
      id: expect.stringMatching(/^\d+$/),
      name: 'order_ready',
      language: 'en_US',
      status: 'PENDING',
      category: 'UTILITY',
    });
    expect(await only(tenant)).toMatchObject({
      id: output.id,
      status: 'PENDING',
      quality: 'UNKNOWN',
      rejectedReason: null,
      variables: 2,
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['#7'] } },
        { type: 'BODY', example: { body_text: [['Ann', '#7']] } },
        { type: 'FOOTER', text: 'Parley shop' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Thanks' },
            { type: 'URL', text: 'Track' },
          ],
        },
      ],
    });
  });

  test('whose answer was lost is created once: the repeat answers as the first would have', async () => {
    const { tenant } = await shop();
    await service.driver.graph.whatsapp.failNext({ ...CREATING, mode: 'hang', after_accept: true });
    await expect(create(tenant)).rejects.toMatchObject({ code: 'provider_timeout' });
    const again = await create(tenant);
    expect(again.output).toMatchObject({ status: 'PENDING', id: (await only(tenant)).id });
  });

  test('with an Idempotency-Key answers a repeat as the first, without asking Meta', async () => {
    const { tenant } = await shop();
    const first = await create(tenant, {}, 'k1');
    await service.driver.graph.whatsapp.failNext({ match: { path: 'message_templates' }, mode: 'error', code: 2 });
    expect(await create(tenant, {}, 'k1')).toEqual({ output: first.output, replayed: true });
  });

  test('of an existing name and language with other content is template_exists', async () => {
    const { tenant } = await shop();
    await create(tenant);
    await expect(create(tenant, { footer: 'Another shop' })).rejects.toMatchObject({ code: 'template_exists' });
    expect((await create(tenant, { language: 'ar' })).output.language).toBe('ar');
    expect(await listOf(tenant)).toHaveLength(2);
  });

  test('that Meta refuses is graph_error with Meta’s own words', async () => {
    const { tenant } = await shop();
    const reason = 'This template has too many variables for its length.';
    const error = { message: 'Invalid parameter', code: 100, error_subcode: 2388293, error_user_msg: reason };
    await service.driver.graph.whatsapp.failNext({ ...CREATING, mode: 'status', status: 400, body: { error } });
    await expect(create(tenant)).rejects.toMatchObject({
      code: 'graph_error',
      message: reason,
      extras: { provider: { name: 'graph', code: 100, message: reason } },
    });
    await service.driver.graph.whatsapp.failNext({ ...CREATING, mode: 'error', code: 200 });
    await expect(create(tenant)).rejects.toMatchObject({ code: 'graph_error' });
    expect(await listOf(tenant)).toEqual([]);
  });

  test('of category AUTHENTICATION has Meta’s text', async () => {
    const { tenant } = await shop();
    const code: New = {
      channel: 'wa',
      name: 'login_code',
      language: 'en',
      category: 'AUTHENTICATION',
      buttons: [{ type: 'copy_code' }],
      codeExpirationMinutes: 5,
    };
    const made = await service.act(tenant, createTemplate, code);
    expect((await only(tenant)).components).toEqual([
      { type: 'BODY' },
      { type: 'FOOTER', code_expiration_minutes: 5 },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
    ]);
    expect((await service.act(tenant, createTemplate, code)).output).toEqual(made.output);
  });

  test('without a number is not_connected, and from an unknown one invalid_from', async () => {
    await expect(create(await service.makeTenant())).rejects.toMatchObject({ code: 'not_connected' });
    const { tenant } = await shop();
    await expect(create(tenant, { from: 'x' })).rejects.toMatchObject({ code: 'invalid_from' });
  });
});

describe('the sample of a header', () => {
  const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(2000, 7)]);
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/large.png') response.end(Buffer.concat([PNG, Buffer.alloc(17 * 1024 * 1024)]));
      else if (request.url === '/a.png') response.end(PNG);
      else if (request.url === '/a.txt') response.end('just text');
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe: listening on TCP
  });
  afterAll(() => server.close());
  const withImage = (path: string): Partial<New> => ({ header: { type: 'image', mediaUrl: `${origin}${path}` } });

  test('is uploaded to the app, and its handle names it', async () => {
    const { tenant } = await shop();
    await create(tenant, withImage('/a.png'));
    expect((await only(tenant)).components?.[0]).toEqual({
      type: 'HEADER',
      format: 'IMAGE',
      example: { header_handle: [expect.stringMatching(/^4::/)] },
    });
  });

  test.each([
    ['that is not there', '/none.png', 'could not be read'],
    ['of another type', '/a.txt', 'is no jpg or png'],
    ['that is too large', '/large.png', 'is larger than 16 MB'],
  ])('%s is a field error before Meta is asked', async (_, path, words) => {
    const { tenant } = await shop();
    await expect(create(tenant, withImage(path))).rejects.toMatchObject({
      code: 'invalid_header_media_url',
      message: expect.stringContaining(words),
    });
    expect(await listOf(tenant)).toEqual([]);
  });

  test('at a private address is refused by the egress rules', async () => {
    const { tenant } = await shop();
    const header = { type: 'image', mediaUrl: 'http://10.0.0.1/a.png' } as const;
    await expect(create(tenant, { header })).rejects.toMatchObject({ code: 'invalid_header_media_url' });
  });
});

describe('update-template', () => {
  const update = (tenant: TestTenant, given: Partial<InputOf<typeof updateTemplate>> = {}) => {
    const { category: _same, ...content } = ORDER;
    return service.act(tenant, updateTemplate, { ...content, ...given });
  };

  test('replaces the content of an approved template, which is reviewed again', async () => {
    const { tenant, given } = await shop();
    const { id } = (await create(tenant)).output;
    await decide(given, { status: 'APPROVED' });
    expect((await update(tenant, { footer: 'New shop' })).output).toEqual({
      ok: true,
      channel: 'wa',
      id,
      name: 'order_ready',
      language: 'en_US',
      changed: true,
    });
    expect(await only(tenant)).toMatchObject({ id, status: 'PENDING' });
    expect((await only(tenant)).components).toContainEqual({ type: 'FOOTER', text: 'New shop' });
  });

  test('with the content that it has does not reach Meta, which allows few changes a day', async () => {
    const { tenant, given } = await shop();
    await create(tenant);
    await decide(given, { status: 'APPROVED' });
    expect((await update(tenant)).output.changed).toBe(false);
    await service.driver.graph.whatsapp.failNext({
      match: { path: (await only(tenant)).id ?? '', method: 'post' },
      mode: 'hang',
      after_accept: true,
    });
    await expect(update(tenant, { footer: 'New shop' })).rejects.toMatchObject({ code: 'provider_timeout' });
    expect((await update(tenant, { footer: 'New shop' })).output.changed).toBe(false);
  });

  test('compares the examples too', async () => {
    const { tenant, given } = await shop();
    await create(tenant);
    await decide(given, { status: 'REJECTED', reason: 'INVALID_FORMAT' });
    expect(await only(tenant)).toMatchObject({ status: 'REJECTED', rejectedReason: 'INVALID_FORMAT' });
    const body = { text: ORDER.body?.text ?? '', examples: { 1: 'Bob', 2: '#8' } };
    expect((await update(tenant, { body, category: 'MARKETING' })).output.changed).toBe(true);
    expect(await only(tenant)).toMatchObject({ status: 'PENDING', category: 'MARKETING' });
  });

  test('in a state that Meta does not let change is graph_error with its words', async () => {
    const { tenant } = await shop();
    await create(tenant);
    await expect(update(tenant, { footer: 'New shop' })).rejects.toMatchObject({
      code: 'graph_error',
      message: 'Only approved, rejected or paused templates can be edited.',
    });
  });

  test('of one that is not there is unknown_template', async () => {
    const { tenant } = await shop([{ name: 'order_ready_too', language: 'en_US', body: 'x' }]);
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
  const left = async (tenant: TestTenant) => (await listOf(tenant)).map(({ name, language }) => `${name}/${language}`);

  test('deletes one language, or all, and no other name; again it is 0', async () => {
    const { tenant } = await shop(LISTED);
    expect(await left(tenant)).toHaveLength(3);
    expect(await remove(tenant, 'ar')).toEqual({ ok: true, channel: 'wa', name: 'offer', language: 'ar', deleted: 1 });
    expect(await left(tenant)).toEqual(['offer/en', 'offer_b/en']);
    expect(await remove(tenant)).toMatchObject({ language: null, deleted: 1 });
    expect(await remove(tenant)).toMatchObject({ deleted: 0 });
    expect(await left(tenant)).toEqual(['offer_b/en']);
  });

  test('whose answer was lost is mended by a repeat', async () => {
    const { tenant } = await shop(LISTED);
    const match = { path: 'message_templates', method: 'delete' };
    await service.driver.graph.whatsapp.failNext({ match, mode: 'reset', after_accept: true });
    await expect(remove(tenant)).rejects.toMatchObject({ code: 'provider_timeout' });
    expect(await remove(tenant)).toMatchObject({ deleted: 0 });
    expect(await left(tenant)).toEqual(['offer_b/en']);
  });

  test('of one language deletes nothing where Meta’s list does not name its id', async () => {
    const { tenant } = await shop(LISTED);
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
