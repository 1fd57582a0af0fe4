import { pollUntil } from '@parley/testing/poll-until';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const OFFER = { category: 'MARKETING', body: 'New today.' };

/** Templates whose quality Meta checks while it holds their messages (docs/reference/wa.md#held-templates). */
export function heldTemplateSuite(getSystem: GetSystem): void {
  describe('templates that Meta holds', () => {
    let tenant: TestTenant;
    const offer = async (name: string) => {
      const to = uniqueDigits('16');
      const answer = await tenant.post('send', { channel: 'wa', to, template: { name, language: 'en' } });
      expect(answer.status).toBe(200);
      return { to, ...answer.body };
    };
    const lookUp = async (message_id: string) => (await tenant.get('message', { message_id })).body;
    beforeAll(async () => {
      tenant = await makeTenant(getSystem(), { events: ['message.sent', 'message.status'] });
      await getSystem().sandbox.graph.whatsapp.putAccount({
        waba_id: tenant.wabaId,
        templates: [
          { ...OFFER, name: 'paced', pacing: 'release' },
          { ...OFFER, name: 'dropped', pacing: 'drop' },
        ],
      });
    });

    test('a template that Meta holds says so, until it is sent', async () => {
      const { message_id, held } = await offer('paced');
      expect(held).toBe(true);
      const sent = await webhookOf(tenant, 'message.sent', (data) => data.message_id === message_id);
      expect(sent.body.data).toMatchObject({ held: true });
      const { provider_message_id, to } = await lookUp(message_id);
      const account = tenant.phoneNumberId;
      await getSystem().sandbox.postStatus({ account, provider_message_id, status: 'sent', to });
      await webhookOf(tenant, 'message.status', (data) => data.message_id === message_id && data.status === 'sent');
      expect(await lookUp(message_id)).not.toHaveProperty('held');
    });

    test('a template that Meta drops fails with its code, and the next send is refused', async () => {
      const { message_id, held } = await offer('dropped');
      expect(held).toBe(true);
      const failed = await webhookOf(
        tenant,
        'message.status',
        (data) => data.message_id === message_id && data.status === 'failed',
      );
      expect(failed.body.data.error).toMatchObject({ code: 'graph_error', provider_code: 132015 });
      expect(await lookUp(message_id)).not.toHaveProperty('held');
      const next = { channel: 'wa', to: uniqueDigits('16'), template: { name: 'dropped', language: 'en' } };
      expect(await tenant.post('send', next)).toMatchObject({ status: 502, body: { provider: { code: 132015 } } });
    });
  });

  describe('marketing of an account that has accepted the terms of the API for it', () => {
    test('goes by that API once the account is known', async () => {
      const tenant = await makeTenant(getSystem());
      await getSystem().sandbox.graph.whatsapp.putAccount({
        waba_id: tenant.wabaId,
        marketing: 'ONBOARDED',
        templates: [{ ...OFFER, name: 'offer' }],
      });
      // The category of the template comes from the list.
      expect((await tenant.get('templates')).status).toBe(200);
      await pollUntil(
        async () => {
          const to = uniqueDigits('16');
          const template = { name: 'offer', language: 'en' };
          expect((await tenant.post('send', { channel: 'wa', to, template })).status).toBe(200);
          const { sends } = await getSystem().sandbox.calls({ to });
          return sends.some(({ method }) => method === 'marketing_messages') || null;
        },
        { what: () => 'an offer by the API for marketing' },
      );
    });
  });
}
