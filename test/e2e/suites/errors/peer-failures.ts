import { describe, expect, test } from 'vitest';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const TEMPLATE = { name: 'order_update', variables: ['a', 'b'] };

/** Faults that were measured in the most widely used comparable product; each is ruled out here. */
export function peerFailures(getSystem: GetSystem): void {
  describe('faults of comparable products', () => {
    test('three messages in one provider webhook arrive, each once', async () => {
      const tenant = await makeTenant(getSystem());
      await tenant.customerWrites(uniqueDigits('16'), { batch: [{ text: 'one' }, { text: 'two' }, { text: 'three' }] });
      const received = await webhooksOf(tenant, 'message.received', 3);
      expect(received.map(({ body }) => body.data.text).sort()).toEqual(['one', 'three', 'two']);
    });

    test('three entries with three changes in one body arrive, each once', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      const customer = uniqueDigits('16');
      const change = (text: string) => ({
        field: 'messages',
        value: {
          messaging_product: 'whatsapp',
          metadata: { display_phone_number: '15550000000', phone_number_id: tenant.phoneNumberId },
          contacts: [{ profile: { name: 'Ann' }, wa_id: customer }],
          messages: [
            {
              from: customer,
              id: `wamid.${tenant.slug}.${text}`,
              timestamp: '1760000000',
              type: 'text',
              text: { body: text },
            },
          ],
        },
      });
      const entry = (texts: string[]) => ({ id: tenant.wabaId, changes: texts.map(change) });
      const body = {
        object: 'whatsapp_business_account',
        entry: [entry(['a', 'b', 'c']), entry(['d', 'e', 'f']), entry(['g', 'h', 'i'])],
      };
      await system.sandbox.postWebhook({ provider: 'wa', body });
      const received = await webhooksOf(tenant, 'message.received', 9);
      expect(received.map(({ body: event }) => event.data.text).sort()).toEqual([...'abcdefghi']);
    });

    test('the same provider message delivered ten times is one event', async () => {
      const tenant = await makeTenant(getSystem());
      await tenant.customerWrites(uniqueDigits('16'), { text: 'once', times: 10 });
      await tenant.customerWrites(uniqueDigits('16'), { text: 'last' });
      await webhookOf(tenant, 'message.received', (data) => data.text === 'last');
      expect(await webhooksOf(tenant, 'message.received', 2)).toHaveLength(2);
    });

    test('every message keeps its own sender under load', async () => {
      const tenant = await makeTenant(getSystem());
      const customers = Array.from({ length: 150 }, () => uniqueDigits('16'));
      await Promise.all(customers.map((customer) => tenant.customerWrites(customer, { text: `I am ${customer}` })));
      const received = await webhooksOf(tenant, 'message.received', customers.length);
      expect(received).toHaveLength(customers.length);
      for (const { body } of received) expect(body.data.text).toBe(`I am ${body.data.from.slice(1)}`);
    });

    test('a forged provider webhook is 401 and leaves nothing', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      const value = {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '1', phone_number_id: tenant.phoneNumberId },
        messages: [
          { from: '16505551234', id: 'wamid.forged', timestamp: '1760000000', type: 'text', text: { body: 'forged' } },
        ],
      };
      const body = {
        object: 'whatsapp_business_account',
        entry: [{ id: tenant.wabaId, changes: [{ field: 'messages', value }] }],
      };
      for (const signature of ['forged', 'none'] as const) {
        const [callback] = await system.sandbox.postWebhook({ provider: 'wa', body, signature });
        expect(callback?.status).toBe(401);
      }
      await tenant.customerWrites(uniqueDigits('16'), { text: 'genuine' });
      expect((await webhooksOf(tenant, 'message.received', 1)).map(({ body: event }) => event.data.text)).toEqual([
        'genuine',
      ]);
    });

    test('a webhook with a malformed element is answered 200, and its other elements are stored', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      const metadata = { display_phone_number: '1', phone_number_id: tenant.phoneNumberId };
      const message = (id: string, rest: object) => ({ from: '16505551234', id, timestamp: '1760000000', ...rest });
      const body = {
        object: 'whatsapp_business_account',
        entry: [
          {
            id: tenant.wabaId,
            changes: [
              {
                field: 'messages',
                value: {
                  metadata,
                  messages: [
                    null,
                    7,
                    { type: 'text' },
                    message(`wamid.${tenant.slug}.x`, { type: 'hologram', hologram: {} }),
                  ],
                },
              },
            ],
          },
          {
            id: tenant.wabaId,
            changes: [
              {
                field: 'messages',
                value: {
                  metadata,
                  messages: [message(`wamid.${tenant.slug}.ok`, { type: 'text', text: { body: 'fine' } })],
                },
              },
            ],
          },
          null,
          { changes: 'x' },
        ],
      };
      const [callback] = await system.sandbox.postWebhook({ provider: 'wa', body });
      expect(callback?.status).toBe(200);
      await webhookOf(tenant, 'message.received', (data) => data.text === 'fine');
    });

    test('no webhook and no answer carries the provider’s access token', async () => {
      const tenant = await makeTenant(getSystem());
      const to = uniqueDigits('16');
      const sent = await tenant.post('send', { channel: 'wa', to, template: TEMPLATE });
      await tenant.customerWrites(to, { type: 'image', media: {} });
      await webhookOf(tenant, 'message.received');
      const everything = JSON.stringify([sent, await tenant.webhooks(), (await tenant.get('channels')).body]);
      expect(everything).not.toContain(`wa-token-${tenant.slug}`);
    });

    test.each([
      [400, 100],
      [401, 190],
      [429, 130429],
    ])('a provider answer %i is an error to the caller, never a success with an error inside', async (status, code) => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      const to = uniqueDigits('16');
      const error = { message: `(#${code}) refused`, type: 'OAuthException', code, fbtrace_id: 'AbC' };
      await system.sandbox.failNext({
        provider: 'wa',
        mode: 'status',
        status,
        body: { error },
        times: 5,
        match: { to },
      });
      const refused = await tenant.post('send', { channel: 'wa', to, template: TEMPLATE });
      expect(refused).toMatchObject({
        status: 502,
        body: { ok: false, error: 'graph_error', message: error.message, provider: { status, code } },
      });
    });

    test('a receiver that was down gets every event later: a failed attempt drops nothing', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { events: ['message.received'] });
      await tenant.receiver.behave({ mode: 'status', status: 404, times: 8 });
      const texts = Array.from({ length: 20 }, (_, index) => `m${index}`);
      for (const text of texts) await tenant.customerWrites(uniqueDigits('16'), { text });
      const delivered = await webhooksOf(tenant, 'message.received', 28);
      expect(new Set(delivered.map(({ body }) => body.data.text))).toEqual(new Set(texts));
      expect(new Set(delivered.map(({ body }) => body.id)).size).toBe(20);
    });

    test('an empty text is a clear 400, not a TypeError', async () => {
      const tenant = await makeTenant(getSystem());
      expect(await tenant.post('send', { channel: 'wa', to: '+16505551234', message: '   ' })).toMatchObject({
        status: 400,
        body: { error: 'missing_message', details: [{ field: 'message', code: 'missing_message' }] },
      });
    });
  });
}
