import { describe, expect, test } from 'vitest';
import { makeTenant } from '../../support/client.ts';
import type { GetSystem } from './get-system.ts';
import { makeTelegramTenant } from './telegram.ts';

/** Listing what is connected (source §2.4–2.6, contract §5). */
export function channelPromises(getSystem: GetSystem): void {
  describe('channels', () => {
    test('status shows the key’s instance, channels and the credit', async () => {
      const tenant = await makeTenant(getSystem(), { balance: '12.5', channels: ['wa'] });
      expect((await tenant.get('status')).body).toEqual({
        ok: true,
        instance_id: tenant.instanceId,
        channels: ['wa'],
        balance: 12.5,
      });
    });

    test('channels lists what the key may use, with a count for each channel, zero included', async () => {
      const { tenant, bot } = await makeTelegramTenant(getSystem());
      const listed = await tenant.get('channels');
      expect(listed.body).toMatchObject({ ok: true, counts: { wa: 0, tg: 1 } });
      expect(listed.body.channels).toEqual([
        expect.objectContaining({ channel: 'tg', id: bot.id, name: bot.username, status: 'connected' }),
      ]);
    });

    test('templates lists name, language, status, category, body and the number of placeholders', async () => {
      const tenant = await makeTenant(getSystem());
      const listed = await tenant.get('templates');
      expect(listed.body).toEqual({
        ok: true,
        count: 1,
        templates: [
          {
            name: 'order_update',
            language: 'en',
            status: 'APPROVED',
            category: 'UTILITY',
            body: 'Hello {{1}}, order {{2}} is ready.',
            variables: 2,
          },
        ],
      });
    });

    test('an action whose service is not there yet answers 503 with Retry-After, and every contract is known', async () => {
      const tenant = await makeTenant(getSystem(), { channels: ['wd', 'wa', 'tg', 'fb', 'ig', 'tt'] });
      const calls = [
        await tenant.post('create-session', { label: 'shop' }),
        await tenant.post('pair-code', { session_token: 'wds_x', phone: '+16505551234' }),
        await tenant.get('session-status', { session_token: 'wds_x' }),
        await tenant.get('session-qr', { session_token: 'wds_x' }),
        await tenant.post('delete-session', { session_token: 'wds_x' }),
        await tenant.post('comment-reply', { comment_id: '1', message: 'thanks' }),
        await tenant.get('comments', { platform: 'fb' }),
        await tenant.get('connect-link', { channel: 'fb', redirect_url: 'https://example.com/done' }),
      ];
      for (const call of calls) {
        expect(call).toMatchObject({ status: 503, body: { ok: false, error: 'service_unavailable' } });
        expect(Number(call.headers['retry-after'])).toBeGreaterThan(0);
      }
    });
  });
}
