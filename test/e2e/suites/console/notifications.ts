import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { CONSOLE_PASSWORD, joinTenant, openConsoleBrowser } from '../../../support/console/console-browser.ts';
import { callJson } from '../../../support/requests/call-json.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { confirmationLink, mailTo, openLink } from '../../../support/tenants/recipients.ts';
import type { GetSystem } from '../get-system.ts';

/** These tests wait for two mails in sequence. */
const TIMEOUT_MS = 120_000;

async function addRecipient(
  system: System,
  tenant: TestTenant,
  language: 'en' | 'ar',
): Promise<{ id: number; email: string }> {
  const email = `${language}-${tenant.slug}@shop.example`;
  const { status, body } = await tenant.admin('POST', '/recipients', { name: 'Ann', email, language });
  expect({ status, body }).toMatchObject({ status: 201, body: { email, email_confirmed_at: null } });
  const link = await confirmationLink(system, email);
  const asked = await openLink(link, 'GET');
  expect(asked).toMatchObject({ status: 200, text: expect.stringContaining('<form method="post">') });
  expect(asked.text).toContain(language === 'ar' ? 'dir="rtl"' : 'dir="ltr"');
  expect((await tenant.admin('GET', '/recipients')).body.items[0].email_confirmed_at).toBeNull();
  expect(await openLink(link, 'POST')).toMatchObject({ status: 200 });
  expect((await tenant.admin('GET', '/recipients')).body.items[0].email_confirmed_at).not.toBeNull();
  return { id: body.id, email };
}

/** E-mail and SMS to people of the workspace (docs/reference/notifications.md). */
export function notificationSuite(getSystem: GetSystem): void {
  describe('notifications', () => {
    test.each(['en', 'ar'] as const)(
      'a confirmed address gets a mail about a disconnected channel (%s), until one click turns the kind off',
      async (language) => {
        const system = getSystem();
        const tenant = await makeTenant(system, { channels: ['wa'] });
        const { email } = await addRecipient(system, tenant, language);
        const { body } = await tenant.admin('GET', '/channels');
        const [{ channel, id }] = body.items;
        expect((await tenant.admin('DELETE', `/channels/${channel}/${id}`)).status).toBe(200);
        const mail = await mailTo(system, email, language === 'ar' ? /قناة/ : /disconnected/);
        expect(mail.html).toContain(language === 'ar' ? '<html lang="ar" dir="rtl">' : '<html lang="en" dir="ltr">');
        expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
        const link = /<(.+)>/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
        expect(await openLink(link, 'POST', 'List-Unsubscribe=One-Click')).toMatchObject({ status: 200 });
        const shown = (await tenant.admin('GET', '/recipients')).body.items[0].kinds;
        expect(shown).toMatchObject({ channel_disconnected: { email: 'off' }, unattended: { email: 'now' } });
        const list = (await tenant.admin('GET', '/notifications?status=sent')).body.items;
        expect(list.map(({ kind }: { kind: string }) => kind)).toEqual(['channel_disconnected', 'confirmation']);
      },
      TIMEOUT_MS,
    );

    test(
      'a member who joined by mail is notified without confirmation, and no longer after their removal',
      async () => {
        const system = getSystem();
        const tenant = await makeTenant(system, { channels: ['wa'] });
        const { browser: owner } = await joinTenant(system, tenant.slug, 'owner');
        const email = `ann-${tenant.slug}@shop.example`;
        expect(await owner.call('invite-member', { email, roles: ['agent'], by: 'mail' })).toMatchObject({
          link: null,
        });
        const invitation = await mailTo(system, email, /./);
        const token = /join#([\w-]+)/.exec(invitation.text)?.[1] ?? '';
        const ann = openConsoleBrowser(system.origin);
        await ann.call('accept-invitation', { token, name: 'Ann', password: CONSOLE_PASSWORD });
        const member_id = (await ann.call('me', {})).member?.id ?? '';
        expect(await owner.call('create-recipient', { member_id })).toMatchObject({
          member_id,
          name: 'Ann',
          email,
          email_confirmed_at: expect.any(String),
        });
        const again = await tenant.admin('POST', '/recipients', { member_id });
        expect(again).toMatchObject({ status: 400, body: { error: 'invalid_member_id' } });
        const [{ channel, id }] = (await tenant.admin('GET', '/channels')).body.items;
        await tenant.admin('DELETE', `/channels/${channel}/${id}`);
        await mailTo(system, email, /disconnected/);
        await owner.call('remove-member', { id: member_id });
        expect((await tenant.admin('GET', '/recipients')).body.items).toEqual([]);
        const unknown = await tenant.admin('POST', '/recipients', { member_id });
        expect(unknown).toMatchObject({ status: 404, body: { error: 'unknown_member' } });
      },
      TIMEOUT_MS,
    );

    test('a phone is confirmed with the code of its SMS', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { channels: ['wa'] });
      const phone = `+965${uniqueDigits('').slice(-8)}`;
      const { body } = await tenant.admin('POST', '/recipients', { name: 'Ann', phone, time_zone: 'Asia/Kuwait' });
      const code = await pollUntil<string>(
        async () => {
          const text = (await system.sandbox.notices.sms()).findLast(({ to }) => to === phone)?.text ?? '';
          return /^\d{6}/.exec(text)?.[0] ?? null;
        },
        { what: () => 'the SMS with the code' },
      );
      const wrong = code === '000000' ? '000001' : '000000';
      expect(await tenant.admin('POST', `/recipients/${body.id}/confirm`, { code: wrong })).toMatchObject({
        status: 400,
        body: { error: 'invalid_code' },
      });
      expect(
        (await tenant.admin('POST', `/recipients/${body.id}/confirm`, { code })).body.phone_confirmed_at,
      ).not.toBeNull();
      expect((await tenant.admin('DELETE', `/recipients/${body.id}`)).body.deleted).toBe(true);
      expect((await tenant.admin('DELETE', `/recipients/${body.id}`)).body.error).toBe('unknown_recipient');
    });

    test.each([
      ['email', 'no address'],
      ['email', 'a@b.example\r\nBcc: c@d.example'],
      ['phone', '12'],
      ['time_zone', 'Mars/Olympus'],
      ['language', 'xx'],
      ['quiet_hours', { from: '25:00', to: '07:00' }],
      ['kinds', { nothing: { email: 'now' } }],
      ['name', 'Ann\nBcc: x'],
    ])('a bad %s is refused: %j', async (field, value) => {
      const tenant = await makeTenant(getSystem(), { channels: ['wa'] });
      const { status, body } = await tenant.admin('POST', '/recipients', { name: 'Ann', [field]: value });
      expect({ status, error: body.error }).toMatchObject({
        status: 400,
        error: expect.stringMatching(`^invalid_${field}`),
      });
    });

    test('a link with a wrong signature is a page with 404, and changes nothing', async () => {
      const { origin } = getSystem();
      for (const path of [
        'confirm/1.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
        'off/1.all.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
        'off/x',
      ])
        for (const method of ['GET', 'POST'] as const)
          expect(await openLink(`${origin}/notifications/${path}`, method)).toMatchObject({
            status: 404,
            text: expect.stringContaining('<!doctype html>'),
          });
      expect(await callJson('DELETE', `${origin}/notifications/off/x`)).toMatchObject({ status: 405 });
    });
  });
}
