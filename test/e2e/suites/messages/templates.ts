import { describe, expect, test } from 'vitest';
import { makeTenant, type TestTenant } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const ORDER = {
  channel: 'wa',
  name: 'order_ready',
  language: 'en_US',
  category: 'UTILITY',
  header: { type: 'text', text: 'Order {{number}}', example: '#7' },
  body: { text: 'Hi {{first_name}}, it is ready.', examples: { first_name: 'Ann' } },
  footer: 'Parley shop',
  buttons: [
    { type: 'quick_reply', title: 'Thanks' },
    { type: 'phone_number', title: 'Call', phone_number: '+15550051310' },
  ],
};

/** Templates of wa over HTTP, and Meta's decisions about them (docs/reference/channels.md#creating-templates). */
export function templateSuite(getSystem: GetSystem): void {
  describe('templates', () => {
    const listed = async (tenant: TestTenant) =>
      (await tenant.get('templates')).body.templates.find(({ name }: { name: string }) => name === ORDER.name);

    test('are created, approved, changed, rated and deleted, with an event for each decision of Meta', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      await tenant.admin('PATCH', `/keys/${tenant.instanceId}`, { events: ['template.status'] });
      const decide = (decision: object) =>
        system.sandbox.graph.whatsapp.decideTemplate({
          waba_id: tenant.wabaId,
          name: ORDER.name,
          language: ORDER.language,
          ...decision,
        });
      const reported = (member: string, value: string) =>
        webhookOf(tenant, 'template.status', (data) => data[member] === value);

      const created = await tenant.post('create-template', ORDER);
      expect(created).toMatchObject({
        status: 200,
        body: {
          ok: true,
          channel: 'wa',
          name: 'order_ready',
          language: 'en_US',
          status: 'PENDING',
          category: 'UTILITY',
        },
      });
      const { id } = created.body;
      expect(await tenant.post('create-template', ORDER)).toMatchObject({ status: 200, body: { id } });
      expect(await tenant.post('create-template', { ...ORDER, footer: 'Other' })).toMatchObject({
        status: 409,
        body: { error: 'template_exists' },
      });

      await decide({ status: 'APPROVED' });
      expect((await reported('status', 'APPROVED')).body.data).toMatchObject({
        channel: 'wa',
        business_id: tenant.wabaId,
        template_id: id,
        name: 'order_ready',
        language: 'en_US',
        reason: null,
      });
      await decide({ quality: 'YELLOW' });
      await reported('quality', 'YELLOW');
      await decide({ category: 'MARKETING' });
      await reported('category', 'MARKETING');

      const { category: _kept, ...content } = ORDER;
      const changed = await tenant.post('update-template', { ...content, footer: 'New shop' });
      expect(changed).toMatchObject({ status: 200, body: { id, changed: true } });
      await decide({ status: 'REJECTED', reason: 'PROMOTIONAL' });
      expect((await reported('status', 'REJECTED')).body.data).toMatchObject({ reason: 'PROMOTIONAL' });

      expect(await tenant.post('delete-template', { channel: 'wa', name: ORDER.name })).toMatchObject({
        status: 200,
        body: { ok: true, name: ORDER.name, language: null, deleted: 1 },
      });
      expect((await tenant.post('delete-template', { channel: 'wa', name: ORDER.name })).body.deleted).toBe(0);
    });

    test('are listed with quality, reason and components by the process that changed them', async () => {
      const tenant = await makeTenant(getSystem());
      await tenant.post('create-template', ORDER);
      // Another process may have listed them before: its list is at most 60 s old.
      const found = await listed(tenant);
      expect(found).toMatchObject({
        name: ORDER.name,
        status: 'PENDING',
        body: ORDER.body.text,
        variables: 1,
        quality: 'UNKNOWN',
        rejected_reason: null,
      });
      expect(found.components.map(({ type }: { type: string }) => type)).toEqual([
        'HEADER',
        'BODY',
        'FOOTER',
        'BUTTONS',
      ]);
    });

    test('accept an uploaded file as the sample of a header, and refuse one of another type', async () => {
      const tenant = await makeTenant(getSystem());
      const pdf = Buffer.from('%PDF-1.4 sample');
      const begun = await tenant.admin('POST', '/uploads', { filename: 'menu.pdf', size: pdf.length });
      const upload_id = String(begun.body.upload_id);
      await tenant.admin('POST', `/uploads/${upload_id}/pieces`, { offset: 0, data: pdf.toString('base64') });
      const content = { ...ORDER, header: { type: 'document', upload_id } };
      expect(await tenant.post('create-template', content)).toMatchObject({ status: 200, body: { status: 'PENDING' } });
      expect((await listed(tenant)).components[0]).toMatchObject({ type: 'HEADER', format: 'DOCUMENT' });
      const image = { ...content, name: 'other', header: { type: 'image', upload_id } };
      expect(await tenant.post('create-template', image)).toMatchObject({
        status: 400,
        body: { error: 'invalid_header_upload_id' },
      });
      const unknown = { ...content, name: 'other', header: { type: 'document', upload_id: `upl_${'0'.repeat(26)}` } };
      expect(await tenant.post('create-template', unknown)).toMatchObject({
        status: 404,
        body: { error: 'unknown_upload' },
      });
    });

    test.each<[string, object, string[]]>([
      ['a name with capitals', { name: 'Order' }, ['invalid_name']],
      ['a language in words', { language: 'English' }, ['invalid_language']],
      ['a body that is too long', { body: { text: 'x'.repeat(1025) } }, ['invalid_body_text']],
      ['a footer that is too long', { footer: 'x'.repeat(61) }, ['invalid_footer']],
      ['a header that is too long', { header: { type: 'text', text: 'x'.repeat(61) } }, ['invalid_header_text']],
      ['no body', { body: undefined, header: undefined }, ['missing_body']],
      ['a title that is too long', { buttons: [{ type: 'quick_reply', title: 'x'.repeat(26) }] }, ['invalid_buttons']],
      [
        'eleven buttons',
        { buttons: Array.from({ length: 11 }, (_, n) => ({ type: 'quick_reply', title: `${n}` })) },
        ['invalid_buttons'],
      ],
      [
        'a body that ends with a placeholder without an example, and a footer with one',
        { body: { text: 'Hi {{first_name}}' }, footer: 'Bye {{first_name}}' },
        ['invalid_body_text', 'invalid_body_examples', 'invalid_footer'],
      ],
      ['another channel', { channel: 'tg' }, ['invalid_channel']],
    ])('with %s are refused by field before any call to Meta', async (_, given, codes) => {
      const tenant = await makeTenant(getSystem());
      const refused = await tenant.post('create-template', { ...ORDER, ...given });
      expect(refused.status).toBe(400);
      expect(refused.body.details.map(({ code }: { code: string }) => code)).toEqual(codes);
    });
  });
}
