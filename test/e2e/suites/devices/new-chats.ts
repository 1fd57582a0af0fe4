import { describe, expect, test } from 'vitest';
import { makePerson, openLinked, personWritesTo } from '../../../support/channels/linked-devices.ts';
import { sendTooFast, sendWhileRestricted, setPace } from '../../../support/channels/new-chats.ts';
import { callJson } from '../../../support/requests/call-json.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** New chats of linked phones (docs/reference/wd.md#pace-of-new-chats). */
export function newChatSuite(getSystem: GetSystem): void {
  describe('linked devices: new chats', () => {
    test('new people who are written to at once are held back with the wait, and cost nothing', async () => {
      const { system, tenant, device } = await openLinked(getSystem());
      const balance = async (): Promise<number> => (await tenant.get('status')).body.balance;
      const before = await balance();
      const heldBack = await sendTooFast(system, tenant, device);
      expect(heldBack).toMatchObject({ status: 429, body: { ok: false, error: 'paced' } });
      expect(heldBack.body.retry_after).toBeLessThanOrEqual(3);
      expect(Number(heldBack.headers['retry-after'])).toBe(heldBack.body.retry_after);
      expect(heldBack.body).not.toHaveProperty('provider');
      const sent = (await system.sandbox.devices.taken({ device: device.deviceId })).length;
      expect(sent).toBeGreaterThan(0);
      const spent = before - (await balance());
      const person = await makePerson(system);
      await tenant.post('send', { channel: 'wd', to: `+${person}`, message: 'hello' });
      const price = before - spent - (await balance());
      expect(spent).toBeCloseTo(sent * price, 6);
    });

    test('while WhatsApp restricts the account, a message to a new person is refused with the end of it', async () => {
      const { system, tenant, device } = await openLinked(getSystem());
      const refused = await sendWhileRestricted(system, tenant, device);
      expect(refused).toMatchObject({ status: 409, body: { ok: false, error: 'account_restricted' } });
      expect(refused.body.retry_after).toBeGreaterThan(3000);
      expect(await system.sandbox.devices.taken({ device: device.deviceId })).toEqual([]);

      // A scheduled message waits alone: those to people with a chat go out.
      const [stranger, known] = [await makePerson(system), await makePerson(system)];
      await personWritesTo(system, known, device.number, { type: 'text', text: 'hi' });
      await webhookOf(tenant, 'message.received', ({ from }) => from === `+${known}`);
      const schedule = async (person: string): Promise<string> => {
        const sendAt = new Date(Date.now() + 5000).toISOString();
        const message = { channel: 'wd', to: `+${person}`, message: 'later', send_at: sendAt };
        return (await tenant.post('send', message)).body.message_id;
      };
      const [first, second] = [await schedule(stranger), await schedule(known)];
      await webhookOf(tenant, 'message.sent', ({ message_id }) => message_id === second);
      expect((await tenant.get('message', { message_id: first })).body.status).toBe('scheduled');
    });

    test('the pace of a device is the operator’s, shown in the list, and no tenant’s', async () => {
      const { system, tenant, device } = await openLinked(getSystem());
      expect(await setPace(system, device, 'off')).toMatchObject({ status: 200, body: { pace: 'off' } });
      expect((await setPace(system, { ...device, id: '999999999' }, 'off')).body.error).toBe('not_connected');
      expect((await setPace({ ...system, adminToken: tenant.apiKey }, device, 'gentle')).status).toBe(401);
      const listed = await callJson('GET', `${system.origin}/api/admin/linked-devices?account_id=${device.id}`, {
        token: system.adminToken,
      });
      expect(listed.body.items).toMatchObject([{ tenant: tenant.slug, pace: 'off' }]);
    });
  });
}
