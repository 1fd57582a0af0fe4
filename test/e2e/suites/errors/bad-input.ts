import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { callJson } from '../../../support/requests/call-json.ts';
import { makeTenant } from '../../../support/tenants/client.ts';
import type { GetSystem } from '../get-system.ts';

/** Bad input gets a clear error and loses nothing (docs/reference/errors.md#error-body). */
export function badInput(getSystem: GetSystem): void {
  describe('bad input', () => {
    test('no refused send stores or charges anything', async () => {
      const tenant = await makeTenant(getSystem(), { balance: '7' });
      const bad: Record<string, unknown>[] = [
        {},
        { channel: 'wa' },
        { channel: 'zz', to: '+16505551234', message: 'x' },
        { channel: 'wa', to: 'not a number', message: 'x' },
        { channel: 'wa', to: '+16505551234', message: 'x'.repeat(4097) },
        { channel: 'wa', to: '+16505551234', message: 7 },
        { channel: 'wa', to: ['+16505551234'], message: 'x' },
        { channel: 'wa', to: '+16505551234', message: 'a\u0000b' },
        { channel: 'wa', to: '+16505551234', message: 'x', media_url: 'http://93.184.216.34/a.png' },
        { channel: 'wa', to: '+16505551234', message: 'x', media_url: 'https://169.254.169.254/latest' },
        { channel: 'wa', to: '+16505551234', message: 'x', from: 'nobody' },
        { channel: 'wa', to: '+16505551234', template: {} },
        { channel: 'wa', to: '+16505551234', template: { name: 'order_update', variables: 'Ann' } },
        { channel: 'tg', to: '123', template: { name: 'order_update' } },
      ];
      for (const body of bad) {
        const answer = await tenant.post('send', body);
        expect([400, 404], JSON.stringify(body)).toContain(answer.status);
        expect(answer.body.error, JSON.stringify(body)).toMatch(/^(missing|invalid)_|not_connected/);
      }
      expect((await tenant.get('status')).body.balance).toBe(7);
      expect((await tenant.admin('GET', '/conversations')).body.items).toEqual([]);
    });

    test('all field problems are listed in the order of the contract’s fields, the first one on top', async () => {
      const tenant = await makeTenant(getSystem(), { connectWa: false });
      const answer = await tenant.post('send', { media_type: 7 });
      expect(answer.body).toMatchObject({ ok: false, error: 'missing_channel' });
      expect(answer.body.details.map((detail: { code: string }) => detail.code)).toEqual([
        'missing_channel',
        'missing_to',
        'missing_message',
        'invalid_media_type',
      ]);
    });

    test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
      '%s is not an action, a field or a tenant',
      async (name) => {
        const system = getSystem();
        const tenant = await makeTenant(system, { connectWa: false });
        expect(await tenant.get(name)).toMatchObject({ status: 404, body: { error: 'unknown_action' } });
        expect(
          await callJson('GET', `${system.origin}/${name}/api/messaging/?action=status`, { token: tenant.apiKey }),
        ).toMatchObject({ status: 401, body: { error: 'invalid_api_key' } });
        const answer = await request(`${tenant.base}?action=send`, {
          method: 'POST',
          headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' },
          body: `{"${name}":{"channel":"wa"},"to":"1"}`,
        });
        expect(answer.statusCode).toBe(400);
        expect(await answer.body.json()).toMatchObject({ error: 'missing_channel' });
      },
    );

    test('a repeated query parameter is an invalid field', async () => {
      const tenant = await makeTenant(getSystem(), { connectWa: false });
      expect(
        await callJson('GET', `${tenant.base}?action=message&message_id=1&message_id=2`, { token: tenant.apiKey }),
      ).toMatchObject({ status: 400, body: { error: 'invalid_message_id' } });
    });
  });
}
