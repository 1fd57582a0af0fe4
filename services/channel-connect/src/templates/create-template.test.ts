import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTemplate } from '@parley/common/contracts/channels/create-template';
import { MB } from '@parley/common/files/upload-rules';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type NewTemplate, openTemplateShop, type TemplateShop } from '../../test/template-shop.ts';

let shops: TemplateShop;
let service: TemplateShop['service'];
beforeAll(async () => {
  shops = await openTemplateShop();
  ({ service } = shops);
});
afterAll(() => shops[Symbol.asyncDispose]());
afterEach(() => shops.reset());

const CREATING = { match: { path: 'message_templates', method: 'post' } };

describe('create-template', () => {
  test('creates it at Meta, and it is in the list at once with its state, category and components', async () => {
    const { tenant } = await shops.makeShop();
    expect(await shops.listOf(tenant)).toEqual([]);
    const { output } = await shops.create(tenant);
    expect(output).toEqual({
      ok: true,
      channel: 'wa',
      id: expect.stringMatching(/^\d+$/),
      name: 'order_ready',
      language: 'en_US',
      status: 'PENDING',
      category: 'UTILITY',
    });
    expect(await shops.onlyTemplate(tenant)).toMatchObject({
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

  test('whose response was lost is created once: the repeat gets the response that was lost', async () => {
    const { tenant } = await shops.makeShop();
    await service.driver.graph.whatsapp.failNext({ ...CREATING, mode: 'hang', after_accept: true });
    await expect(shops.create(tenant)).rejects.toMatchObject({ code: 'provider_timeout' });
    const again = await shops.create(tenant);
    expect(again.output).toMatchObject({ status: 'PENDING', id: (await shops.onlyTemplate(tenant)).id });
  });

  test('with an Idempotency-Key returns the first response to a repeat, without calling Meta', async () => {
    const { tenant } = await shops.makeShop();
    const first = await shops.create(tenant, {}, 'k1');
    await service.driver.graph.whatsapp.failNext({ match: { path: 'message_templates' }, mode: 'error', code: 2 });
    expect(await shops.create(tenant, {}, 'k1')).toEqual({ output: first.output, replayed: true });
  });

  test('of an existing name and language with other content is template_exists', async () => {
    const { tenant } = await shops.makeShop();
    await shops.create(tenant);
    await expect(shops.create(tenant, { footer: 'Another shop' })).rejects.toMatchObject({ code: 'template_exists' });
    expect((await shops.create(tenant, { language: 'ar' })).output.language).toBe('ar');
    expect(await shops.listOf(tenant)).toHaveLength(2);
  });

  test('that Meta refuses is graph_error with Meta’s own words', async () => {
    const { tenant } = await shops.makeShop();
    const reason = 'This template has too many variables for its length.';
    const error = { message: 'Invalid parameter', code: 100, error_subcode: 2388293, error_user_msg: reason };
    await service.driver.graph.whatsapp.failNext({ ...CREATING, mode: 'status', status: 400, body: { error } });
    await expect(shops.create(tenant)).rejects.toMatchObject({
      code: 'graph_error',
      message: reason,
      extras: { provider: { name: 'graph', code: 100, message: reason } },
    });
    await service.driver.graph.whatsapp.failNext({ ...CREATING, mode: 'error', code: 200 });
    await expect(shops.create(tenant)).rejects.toMatchObject({ code: 'graph_error' });
    expect(await shops.listOf(tenant)).toEqual([]);
  });

  test('of category AUTHENTICATION has Meta’s text', async () => {
    const { tenant } = await shops.makeShop();
    const code: NewTemplate = {
      channel: 'wa',
      name: 'login_code',
      language: 'en',
      category: 'AUTHENTICATION',
      buttons: [{ type: 'copy_code' }],
      codeExpirationMinutes: 5,
    };
    const made = await service.act(tenant, createTemplate, code);
    expect((await shops.onlyTemplate(tenant)).components).toEqual([
      { type: 'BODY' },
      { type: 'FOOTER', code_expiration_minutes: 5 },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
    ]);
    expect((await service.act(tenant, createTemplate, code)).output).toEqual(made.output);
  });

  test('without a number is not_connected, and from an unknown one invalid_from', async () => {
    await expect(shops.create(await service.makeTenant())).rejects.toMatchObject({ code: 'not_connected' });
    const { tenant } = await shops.makeShop();
    await expect(shops.create(tenant, { from: 'x' })).rejects.toMatchObject({ code: 'invalid_from' });
  });
});

describe('the sample of a header', () => {
  const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(2000, 7)]);
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/large.png') response.end(Buffer.concat([PNG, Buffer.alloc(17 * MB)]));
      else if (request.url === '/a.png') response.end(PNG);
      else if (request.url === '/a.txt') response.end('just text');
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe: listening on TCP
  });
  afterAll(() => server.close());
  const withImage = (path: string): Partial<NewTemplate> => ({
    header: { type: 'image', mediaUrl: `${origin}${path}` },
  });

  test('is uploaded to the app, and its handle names it', async () => {
    const { tenant } = await shops.makeShop();
    await shops.create(tenant, withImage('/a.png'));
    expect((await shops.onlyTemplate(tenant)).components?.[0]).toEqual({
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
    const { tenant } = await shops.makeShop();
    await expect(shops.create(tenant, withImage(path))).rejects.toMatchObject({
      code: 'invalid_header_media_url',
      message: expect.stringContaining(words),
    });
    expect(await shops.listOf(tenant)).toEqual([]);
  });

  test('at a private address is refused by the egress rules', async () => {
    const { tenant } = await shops.makeShop();
    const header = { type: 'image', mediaUrl: 'http://10.0.0.1/a.png' } as const;
    await expect(shops.create(tenant, { header })).rejects.toMatchObject({ code: 'invalid_header_media_url' });
  });
});
