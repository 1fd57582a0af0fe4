import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type OpenNotifications,
  openNotifications,
  PUBLIC_URL,
  START,
  sendDue,
} from '../../test/open-notifications.ts';
import { listNotifications } from '../sending/list-notifications.ts';
import { updateNotificationSettings } from '../settings/update-notification-settings.ts';
import { confirmAddress } from './confirm-address.ts';
import { confirmRecipient } from './confirm-recipient.ts';
import { createRecipient } from './create-recipient.ts';
import { listRecipients } from './list-recipients.ts';
import { unsubscribe } from './unsubscribe.ts';
import { updateRecipient } from './update-recipient.ts';

let open: OpenNotifications;
const calls: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answer = { status: 201, body: '{"sid":"SM1"}' };
const provider = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  calls.push({ url: request.url ?? '', headers: request.headers, body });
  if (answer.status === 0) return void request.socket.destroy();
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});

beforeAll(async () => {
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  open = await openNotifications(sms());
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  provider.close();
});
beforeEach(async () => {
  open.setNow(START);
  open.mail.behave('take');
  open.mail.mails.length = 0;
  calls.length = 0;
  answer = { status: 201, body: '{"sid":"SM1"}' };
  await open.database.db.prisma.notification.deleteMany();
  await open.database.db.prisma.recipient.deleteMany();
  await open.database.db.prisma.messageCount.deleteMany();
});

// safe: it listens on an address
const providerUrl = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const sms = () => ({
  PARLEY_SMS_PROVIDER: 'twilio' as const,
  PARLEY_SMS_URL: providerUrl(),
  PARLEY_SMS_ACCOUNT: 'AC1',
  PARLEY_SMS_SECRET: 'token',
  PARLEY_SMS_FROM: 'Parley',
});
const make = (given: { email?: string; phone?: string; name?: string }) =>
  createRecipient(open.service, { slug: open.tenant.slug, name: 'Ann', language: 'en', timeZone: 'UTC', ...given });
const show = async () => (await listRecipients(open.service, { slug: open.tenant.slug, limit: 10 })).items[0];
/** The tokens of links in the newest mail. */
const tokenIn = (kind: 'confirm' | 'off'): string => {
  const raw = (open.mail.mails.at(-1)?.raw ?? '').replaceAll('=\r\n', '').replaceAll(/\r\n\s+/g, ' ');
  return new RegExp(`${PUBLIC_URL}/notifications/${kind}/([\\w.-]+)`).exec(raw)?.[1] ?? '';
};
const codeIn = (): string => /Body=(\d{6})/.exec(calls.at(-1)?.body ?? '')?.[1] ?? '';

describe('an e-mail address', () => {
  test('is used once its link was followed; viewing the link changes nothing', async () => {
    await make({ email: 'ann@shop.example' });
    await open.happen({ kind: 'low_credit' });
    await open.planAndSend();
    expect(open.mail.mails).toHaveLength(1);
    const token = tokenIn('confirm');
    expect((await confirmAddress(open.service, { token, act: false })).page).toMatchObject({ isDone: false });
    expect((await show())?.emailConfirmedAt).toBeNull();
    expect((await confirmAddress(open.service, { token, act: true })).page).toMatchObject({
      isDone: true,
      address: 'a…@shop.example',
    });
    expect((await show())?.emailConfirmedAt).not.toBeNull();
    expect((await confirmAddress(open.service, { token, act: true })).page).toBeNull();
    await open.happen({ kind: 'low_credit' });
    await open.planAndSend();
    expect(open.mail.mails).toHaveLength(2);
  });

  test('that was replaced cannot be confirmed by its link, and the new one must be', async () => {
    const { id } = await make({ email: 'ann@shop.example' });
    await open.planAndSend();
    const token = tokenIn('confirm');
    await updateRecipient(open.service, { slug: open.tenant.slug, id, email: 'new@shop.example' });
    expect((await confirmAddress(open.service, { token, act: true })).page).toBeNull();
    await open.planAndSend();
    expect(open.mail.mails.at(-1)?.to).toEqual(['new@shop.example']);
  });

  test('whose link is a week old cannot be confirmed', async () => {
    await make({ email: 'ann@shop.example' });
    await open.planAndSend();
    open.pass(7 * 24 * 60 + 1);
    expect((await confirmAddress(open.service, { token: tokenIn('confirm'), act: true })).page).toBeNull();
  });

  test('whose confirmation bounced gets another one when it is set again', async () => {
    open.mail.behave('refuse_mail');
    const { id } = await make({ email: 'ann@shop.example' });
    await open.planAndSend();
    const { items } = await listNotifications(open.service, { slug: open.tenant.slug, limit: 10 });
    expect(items).toMatchObject([{ kind: 'confirmation', status: 'failed', reason: expect.stringContaining('554') }]);
    open.mail.behave('take');
    await updateRecipient(open.service, { slug: open.tenant.slug, id, email: 'ann@shop.example' });
    await open.planAndSend();
    expect((await confirmAddress(open.service, { token: tokenIn('confirm'), act: true })).page?.isDone).toBe(true);
  });

  test.each(['', 'x', '1.y', '0.y', '99999999999.y', `1.${'A'.repeat(43)}`, '1.all.x', '1..x'])(
    'is not changed by the link %j',
    async (token) => {
      expect((await confirmAddress(open.service, { token, act: true })).page).toBeNull();
      expect((await unsubscribe(open.service, { token, act: true })).page).toBeNull();
    },
  );
});

describe('the one-click link', () => {
  test('turns off only its kind', async () => {
    const id = await open.addRecipient();
    await open.happen({ kind: 'low_credit' });
    await open.planAndSend();
    const token = tokenIn('off');
    expect((await unsubscribe(open.service, { token, act: false })).page).toMatchObject({
      isDone: false,
      kinds: ['low_credit'],
    });
    await unsubscribe(open.service, { token, act: true });
    expect((await unsubscribe(open.service, { token, act: true })).page).toMatchObject({ isDone: true });
    expect((await show())?.kinds).toMatchObject({
      low_credit: { email: 'off', sms: 'off' },
      unattended: { email: 'now', sms: 'off' },
    });
    await updateRecipient(open.service, { slug: open.tenant.slug, id, email: 'other@shop.example' });
    expect((await unsubscribe(open.service, { token, act: true })).page).toBeNull();
  });
});

describe('a phone', () => {
  test('is used once its code was entered', async () => {
    const { id } = await make({ phone: '+96550000012' });
    await open.planAndSend();
    expect(calls).toMatchObject([{ url: '/2010-04-01/Accounts/AC1/Messages.json' }]);
    expect(calls[0]?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:token').toString('base64')}`);
    expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toMatchObject({
      To: '+96550000012',
      From: 'Parley',
    });
    await confirmRecipient(open.service, { slug: open.tenant.slug, id, code: codeIn() });
    expect((await show())?.phoneConfirmedAt).not.toBeNull();
    expect((await listNotifications(open.service, { slug: open.tenant.slug, limit: 1 })).items).toMatchObject([
      { to: '+9655…12', status: 'sent', provider: 'twilio', providerId: 'SM1' },
    ]);
  });

  test('can be guessed at most five times, even concurrently', async () => {
    const { id } = await make({ phone: '+96550000012' });
    await open.planAndSend();
    const code = codeIn();
    const wrong = code === '000000' ? '000001' : '000000';
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => confirmRecipient(open.service, { slug: open.tenant.slug, id, code: wrong })),
    );
    expect(tries.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(confirmRecipient(open.service, { slug: open.tenant.slug, id, code })).rejects.toMatchObject({
      code: 'invalid_code',
    });
  });

  test.each([
    [429, '{}', 'waiting'],
    [503, '{"code":20503,"message":"Service Unavailable"}', 'waiting'],
    [500, '{"code":20500,"message":"Internal Server Error"}', 'unknown'],
    [400, '{"code":21211,"message":"Invalid To"}', 'failed'],
    [0, '', 'unknown'],
  ])('whose provider answers %i %s: %s', async (status, body, expected) => {
    answer = { status, body };
    await make({ phone: '+96550000012' });
    await open.planAndSend();
    const { items } = await listNotifications(open.service, { slug: open.tenant.slug, limit: 1 });
    expect(items[0]?.status).toBe(expected);
    expect(calls).toHaveLength(1);
    open.pass(10);
    answer = { status: 201, body: '{"sid":"SM1"}' };
    await sendDue(open.service);
    expect(calls).toHaveLength(expected === 'waiting' ? 2 : 1);
  });
});

describe('a tenant’s own account', () => {
  test('is checked against the egress rules, and its secrets are stored encrypted and never shown', async () => {
    const { slug } = open.tenant;
    const forbidden = [
      'smtp://u:p@10.0.0.1',
      'smtp://169.254.169.254',
      'http://mail.example',
      'smtp://[::ffff:10.0.0.1]',
    ];
    for (const smtp_url of forbidden)
      await expect(updateNotificationSettings(open.service, { slug, smtpUrl: smtp_url })).rejects.toMatchObject({
        code: 'invalid_smtp_url',
      });
    await expect(
      updateNotificationSettings(open.service, {
        slug,
        sms: { provider: 'http', url: 'https://10.0.0.1/', secret: 's' },
      }),
    ).rejects.toMatchObject({ code: 'invalid_sms_url' });
    await expect(updateNotificationSettings(open.service, { slug, sms: { provider: 'twilio' } })).rejects.toMatchObject(
      {
        code: 'invalid_sms_account',
      },
    );
    const shown = await updateNotificationSettings(open.service, {
      slug,
      smtpUrl: `smtp://own:right@127.0.0.1:${open.mail.port}`,
      mailFrom: 'shop@shop.example',
      sms: { provider: 'unifonic', url: providerUrl(), account: 'app-sid-secret', from: 'Shop' },
    });
    expect(shown).toEqual({
      unattendedMinutes: 10,
      smtpHost: '127.0.0.1',
      mailFrom: 'shop@shop.example',
      smsProvider: 'unifonic',
    });
    const [row] = await open.database.db.prisma.notificationSettings.findMany();
    expect(JSON.stringify(row)).not.toMatch(/right|app-sid-secret/);
  });

  test('allows an own sender only over an own mail server', async () => {
    const { id, slug } = await makeTestTenant(open.database.db);
    const smtpUrl = `smtp://own:right@127.0.0.1:${open.mail.port}`;
    const mailFrom = 'ceo@bank.example';
    const refused = { code: 'invalid_mail_from', message: expect.stringContaining('smtp_url') };
    await expect(updateNotificationSettings(open.service, { slug, mailFrom })).rejects.toMatchObject(refused);
    await expect(updateNotificationSettings(open.service, { slug, mailFrom, smtpUrl: null })).rejects.toMatchObject(
      refused,
    );
    expect(await updateNotificationSettings(open.service, { slug, mailFrom, smtpUrl })).toMatchObject({ mailFrom });
    expect(await updateNotificationSettings(open.service, { slug, mailFrom: 'shop@shop.example' })).toMatchObject({
      mailFrom: 'shop@shop.example',
    });
    expect(await updateNotificationSettings(open.service, { slug, smtpUrl: null })).toMatchObject({
      smtpHost: null,
      mailFrom: null,
    });
    // A row of an older version, or of two concurrent changes.
    await open.database.db.prisma.notificationSettings.update({ where: { tenantId: id }, data: { mailFrom } });
    await open.addRecipient({ email: 'ann@x.example' }, id);
    await open.happen({ kind: 'low_credit', tenantId: id });
    await open.planAndSend();
    expect(open.mail.mails).toMatchObject([{ to: ['ann@x.example'] }]);
    expect(open.mail.mails[0]?.raw).toContain('From: Parley <notices@parley.example>');
  });

  test('does not show the chosen name to a stranger who has not confirmed', async () => {
    await make({ email: 'stranger@x.example', name: 'Your password is over' });
    await open.planAndSend();
    expect(open.mail.mails).toHaveLength(1);
    expect(open.mail.mails[0]?.raw).not.toContain('Your password is over');
  });

  test('sends its mails and SMS', async () => {
    await open.addRecipient({ phone: '+96550000012', phoneConfirmedAt: START, kinds: { low_credit: { sms: 'now' } } });
    await open.happen({ kind: 'low_credit' });
    answer = { status: 200, body: '{"success":true,"errorCode":"ER-00","data":{"MessageID":42}}' };
    await open.planAndSend();
    expect(open.mail.mails).toMatchObject([{ user: 'own' }]);
    expect(open.mail.mails[0]?.raw).toContain('From: Parley <shop@shop.example>');
    expect(calls).toMatchObject([{ url: '/rest/SMS/messages' }]);
    expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toMatchObject({
      AppSid: 'app-sid-secret',
      SenderID: 'Shop',
      Recipient: '96550000012',
    });
    const { items } = await listNotifications(open.service, { slug: open.tenant.slug, limit: 10 });
    expect(items.find(({ channel }) => channel === 'sms')).toMatchObject({ status: 'sent', providerId: '42' });
  });

  test('that Unifonic refuses with success false has failed', async () => {
    await make({ phone: '+96550000012' });
    answer = { status: 200, body: '{"success":false,"errorCode":"ER-48","message":"Blocked"}' };
    await open.planAndSend();
    const { items } = await listNotifications(open.service, { slug: open.tenant.slug, limit: 1 });
    expect(items[0]).toMatchObject({ status: 'failed', reason: 'ER-48 Blocked' });
  });
});
