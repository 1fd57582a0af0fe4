import { describe, expect, test } from 'vitest';
import { makeTenant } from '../../../support/tenants/client.ts';
import type { GetSystem } from '../get-system.ts';
import { makeTelegramTenant } from './telegram.ts';

/** Lists of connected channels (docs/reference/channels.md#connected-channels). */
export function channelSuite(getSystem: GetSystem): void {
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

    test('channels lists the accounts that the key may use, with a count for each channel, zero included', async () => {
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
            id: expect.stringMatching(/^\d+$/),
            quality: null,
            rejected_reason: null,
            correct_category: null,
            category_changes_at: null,
            components: [{ type: 'BODY', text: 'Hello {{1}}, order {{2}} is ready.' }],
          },
        ],
      });
    });
  });
}
