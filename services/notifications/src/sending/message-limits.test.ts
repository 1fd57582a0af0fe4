import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MessageLimitsText } from '@parley/common/messages/message-limits';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenNotifications, openNotifications, START, sendDue } from '../../test/open-notifications.ts';
import { planFacts } from '../planning/plan-facts.ts';
import { confirmRecipient } from '../recipients/confirm-recipient.ts';
import { createRecipient } from '../recipients/create-recipient.ts';
import { removeRecipient } from '../recipients/remove-recipient.ts';
import { updateRecipient } from '../recipients/update-recipient.ts';
import type { NotificationsService } from '../service.ts';
import { updateNotificationSettings } from '../settings/update-notification-settings.ts';

let open: OpenNotifications;
const texts: string[] = [];
const provider = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  texts.push(new URLSearchParams(body).get('Body') ?? '');
  response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}');
});
// safe: it listens on an address
const providerUrl = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const account = () => ({
  PARLEY_SMS_PROVIDER: 'twilio' as const,
  PARLEY_SMS_URL: providerUrl(),
  PARLEY_SMS_ACCOUNT: 'AC1',
  PARLEY_SMS_SECRET: 'token',
  PARLEY_SMS_FROM: 'Parley',
});

beforeAll(async () => {
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  open = await openNotifications(account());
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  provider.close();
});
beforeEach(async () => {
  open.setNow(START);
  texts.length = 0;
  const { prisma } = open.database.db;
  await prisma.notification.deleteMany();
  await prisma.recipient.deleteMany();
  await prisma.messageCount.deleteMany();
  await prisma.notificationSettings.deleteMany();
});

let people = 0;
const newPhone = (country = '+965'): string => `${country}${50_000_000 + people++}`;
/** A tenant, or the deployment. */
type Scope = { slug?: string };
const make = (
  given: { phone?: string; email?: string },
  { service = open.service, scope = open.tenant }: { service?: NotificationsService; scope?: Scope } = {},
) => createRecipient(service, { slug: scope.slug, name: 'Ann', language: 'en', timeZone: 'UTC', ...given });
const makeLimited = (limits: string) =>
  open.makeReplica({ ...account(), PARLEY_MESSAGE_LIMITS: MessageLimitsText.parse(limits) });
const refused = (message: string) =>
  expect.objectContaining({ code: 'rate_limited', message: expect.stringContaining(message) });
const countAccepted = async (asked: Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;

describe('a stranger', () => {
  test('gets five codes an hour and ten a day, whoever asks and however often the recipient is created again', async () => {
    const phone = newPhone();
    const other = await makeTestTenant(open.database.db);
    const askFive = async () => {
      const scopes: Scope[] = [open.tenant, other, open.tenant, {}, other];
      for (const scope of scopes) {
        const { id } = await make({ phone }, { scope });
        await removeRecipient(open.service, { slug: scope.slug, id });
      }
    };
    await askFive();
    await expect(make({ phone })).rejects.toEqual(refused('At most 5 confirmations by SMS to one address'));
    expect(await open.database.db.prisma.recipient.count()).toBe(0);
    open.pass(60);
    await askFive();
    open.pass(60);
    await expect(make({ phone })).rejects.toMatchObject({ extras: { retry_after: 10 * 3600 } });
    open.pass(10 * 60);
    await make({ phone });
  });

  test('gets five confirmations by e-mail, even if the address is spelled differently', async () => {
    for (const email of ['ann@x.example', 'Ann@X.example', 'ann+1@x.example', 'ann+2@x.example', 'aNN+@x.example'])
      await make({ email });
    await expect(make({ email: 'ann+3@x.example' })).rejects.toEqual(refused('confirmations by e-mail to one address'));
  });

  test('is also protected from a tenant with its own account', async () => {
    const sms = { provider: 'unifonic' as const, url: providerUrl(), account: 'sid', from: 'Shop' };
    await updateNotificationSettings(open.service, { slug: open.tenant.slug, sms });
    const phone = newPhone();
    for (let asked = 0; asked < 5; asked++) await make({ phone });
    await expect(make({ phone })).rejects.toEqual(refused('to one address'));
  });

  test('whose address is set again by PATCH is counted, and a refusal keeps the previous confirmation valid', async () => {
    const phone = newPhone();
    const { id } = await make({ phone });
    const again = () => updateRecipient(open.service, { slug: open.tenant.slug, id, phone });
    for (let asked = 1; asked < 5; asked++) await again();
    await sendDue(open.service);
    const code = /\d{6}/.exec(texts.at(-1) ?? '')?.[0] ?? '';
    await expect(again()).rejects.toEqual(refused('to one address'));
    await confirmRecipient(open.service, { slug: open.tenant.slug, id, code });
  });
});

describe('a tenant', () => {
  test('sends at most as many strangers a confirmation an hour and a day as its limit allows, across processes and restarts', async () => {
    const start = () => makeLimited('confirmation-sms.tenant=7/9');
    const [one, other] = [start(), start()];
    const asked = Array.from({ length: 30 }, (_, at) => make({ phone: newPhone() }, { service: at % 2 ? one : other }));
    expect(await countAccepted(asked)).toBe(7);
    expect(await open.database.db.prisma.notification.count()).toBe(7);
    const restarted = start();
    await expect(make({ phone: newPhone() }, { service: restarted })).rejects.toEqual(refused('from one workspace'));
    open.pass(60);
    const later = Array.from({ length: 5 }, () => make({ phone: newPhone() }, { service: restarted }));
    expect(await countAccepted(later)).toBe(2);
  });

  test('at its limit blocks no other tenant', async () => {
    const service = makeLimited('confirmation-email.tenant=1/1');
    const scope = await makeTestTenant(open.database.db);
    await make({ email: 'a@x.example' }, { service });
    await expect(make({ email: 'b@x.example' }, { service })).rejects.toEqual(refused('from one workspace'));
    await make({ email: 'b@x.example' }, { service, scope });
  });

  test('with its own account is limited only by its own provider', async () => {
    const service = makeLimited('confirmation-sms.tenant=1/1,confirmation-sms.deployment=1/1');
    const sms = { provider: 'unifonic' as const, url: providerUrl(), account: 'sid', from: 'Shop' };
    await updateNotificationSettings(service, { slug: open.tenant.slug, sms });
    for (let asked = 0; asked < 3; asked++) await make({ phone: newPhone() }, { service });
    await updateNotificationSettings(service, { slug: open.tenant.slug, sms: null });
    await sendDue(service);
    expect(texts).toEqual([]);
    expect(await open.statuses()).toEqual(Array(3).fill('dropped: expired'));
  });
});

test('the deployment sends at most as many strangers a confirmation an hour and a day as its limit allows, across all tenants', async () => {
  const service = makeLimited('confirmation-sms.deployment=3/4');
  const tenants = await Promise.all(Array.from({ length: 5 }, () => makeTestTenant(open.database.db)));
  const asked = tenants.map((scope) => make({ phone: newPhone() }, { service, scope }));
  expect(await countAccepted(asked)).toBe(3);
  await expect(make({ phone: newPhone() }, { service })).rejects.toEqual(refused('from this installation'));
  open.pass(60);
  await make({ phone: newPhone() }, { service });
  await expect(make({ phone: newPhone() }, { service })).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'At most 4 confirmations by SMS from this installation are sent in one day.',
  });
});

test('a notification beyond the limit waits for the next hour', async () => {
  const service = makeLimited('notification-email.tenant=1/9');
  await open.addRecipient({ email: 'a@shop.example' });
  await open.addRecipient({ email: 'b@shop.example' });
  await open.happen({ kind: 'low_credit' });
  while (await planFacts(service));
  open.pass(5);
  await sendDue(service);
  expect((await open.statuses()).toSorted()).toEqual(['sent', 'waiting: limit_reached']);
  open.pass(60);
  await sendDue(service);
  expect(await open.statuses()).toEqual(['sent', 'sent']);
});

test('a repeated confirmation keeps its count of wrong codes, and after five can be repeated only once it has expired', async () => {
  const phone = newPhone();
  const { id } = await make({ phone });
  const again = () => updateRecipient(open.service, { slug: open.tenant.slug, id, phone });
  const guess = () => confirmRecipient(open.service, { slug: open.tenant.slug, id, code: '000000' });
  for (let tried = 0; tried < 3; tried++) await expect(guess()).rejects.toMatchObject({ code: 'invalid_code' });
  await again();
  expect((await open.database.db.prisma.recipientConfirmation.findFirstOrThrow()).attempts).toBe(3);
  for (let tried = 0; tried < 2; tried++) await expect(guess()).rejects.toMatchObject({ code: 'invalid_code' });
  await expect(again()).rejects.toMatchObject({ code: 'rate_limited', extras: { retry_after: 3600 } });
  open.pass(61);
  await again();
  await sendDue(open.service);
  const code = /\d{6}/.exec(texts.at(-1) ?? '')?.[0] ?? '';
  expect(await confirmRecipient(open.service, { slug: open.tenant.slug, id, code })).toMatchObject({ id });
});

describe('SMS of the deployment’s account', () => {
  const only = () => open.makeReplica({ ...account(), PARLEY_SMS_COUNTRIES: ['+965', '+1212'] });

  test('go only to its countries', async () => {
    const service = only();
    await make({ phone: newPhone('+965') }, { service });
    await make({ phone: newPhone('+1212') }, { service });
    const forbidden = { code: 'invalid_phone', message: expect.stringContaining('+965, +1212') };
    await expect(make({ phone: newPhone('+1876') }, { service })).rejects.toMatchObject(forbidden);
    const { id } = await make({ email: 'ann@x.example' }, { service });
    const phone = newPhone('+44');
    await expect(updateRecipient(service, { slug: open.tenant.slug, id, phone })).rejects.toMatchObject(forbidden);
    await updateNotificationSettings(service, {
      slug: open.tenant.slug,
      sms: { provider: 'unifonic', url: providerUrl(), account: 'sid', from: 'Shop' },
    });
    await make({ phone }, { service });
  });

  test('do not go to a phone that was confirmed before its country was removed from the list', async () => {
    const phone = newPhone('+44');
    await open.addRecipient({
      email: null,
      phone,
      phoneConfirmedAt: START,
      kinds: { low_credit: { sms: 'now' } },
    });
    await open.happen({ kind: 'low_credit' });
    while (await planFacts(open.service));
    open.pass(5);
    await sendDue(only());
    expect(texts).toEqual([]);
    expect(await open.statuses()).toEqual(['failed: country_not_allowed']);
  });
});
