import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenNotifications, openNotifications, START, sendDue } from '../../test/open-notifications.ts';
import { confirmRecipient } from '../recipients/confirm-recipient.ts';
import { listRecipients } from '../recipients/list-recipients.ts';
import { removeRecipient } from '../recipients/remove-recipient.ts';
import { updateRecipient } from '../recipients/update-recipient.ts';
import { listNotifications } from '../sending/list-notifications.ts';
import { planFacts } from './plan-facts.ts';

let open: OpenNotifications;

beforeAll(async () => {
  open = await openNotifications();
});
afterAll(() => open[Symbol.asyncDispose]());
beforeEach(async () => {
  open.setNow(START);
  open.mail.behave('take');
  open.mail.mails.length = 0;
  const { prisma } = open.database.db;
  await prisma.notification.deleteMany();
  await prisma.notificationFact.deleteMany();
  await prisma.recipient.deleteMany();
});

const UNATTENDED = {
  kind: 'unattended',
  data: { conversation_id: 5, channel: 'wa', waiting_since: START.toISOString() },
} as const;

describe('facts', () => {
  test('are not stored if there is no recipient', async () => {
    await open.happen(UNATTENDED);
    expect(await open.database.db.prisma.notificationFact.count()).toBe(0);
  });

  test('of one kind, subject and period are sent once', async () => {
    await open.addRecipient();
    await open.happen({ ...UNATTENDED, period: '1' }, { ...UNATTENDED, period: '2' });
    await open.happen({ ...UNATTENDED, period: '1' });
    await open.planAndSend();
    await open.happen({ ...UNATTENDED, period: '1' });
    await open.planAndSend();
    expect(open.mail.mails).toHaveLength(1);
    expect(open.mail.mails[0]?.raw).toContain('2 customers are waiting');
  });

  test('within five minutes are one message, later ones another', async () => {
    await open.addRecipient();
    await open.happen(UNATTENDED);
    await planFacts(open.service);
    open.pass(4);
    await open.happen(UNATTENDED);
    await planFacts(open.service);
    await sendDue(open.service);
    expect(open.mail.mails).toHaveLength(0);
    open.pass(1);
    await sendDue(open.service);
    expect(open.mail.mails).toHaveLength(1);
    await open.happen(UNATTENDED);
    await open.planAndSend();
    expect(open.mail.mails).toHaveLength(2);
  });

  test('by the thousands within a minute are one mail', async () => {
    await open.addRecipient();
    for (let batch = 0; batch < 10; batch++) await open.happen(...Array.from({ length: 1000 }, () => UNATTENDED));
    await open.planAndSend();
    expect(open.mail.mails).toHaveLength(1);
    expect(open.mail.mails[0]?.raw).toContain('10000 customers');
    expect(open.mail.mails[0]?.raw.length).toBeLessThan(50_000);
  });

  test('are sent once by two processes that plan and send concurrently', async () => {
    await open.addRecipient();
    const other = open.makeReplica();
    await open.happen(...Array.from({ length: 1500 }, () => UNATTENDED));
    await Promise.all([planFacts(open.service), planFacts(other)]);
    await Promise.all([planFacts(open.service), planFacts(other)]);
    open.pass(5);
    await Promise.all([sendDue(open.service), sendDue(other)]);
    expect(open.mail.mails).toHaveLength(1);
    expect(open.mail.mails[0]?.raw).toContain('1500 customers');
  });

  test('of the deployment go only to its recipients, who get no notifications of tenants', async () => {
    await open.addRecipient({ email: 'op@parley.example' }, null);
    await open.addRecipient();
    await open.happen({ kind: 'disk_or_queue_growing', tenantId: null, data: { what: 'disk', value: '80 MB' } });
    await open.happen({ kind: 'low_credit', data: { balance: '9', threshold: '10' } });
    await open.planAndSend();
    expect(open.mail.mails.map(({ to }) => to).sort()).toEqual([['ann@shop.example'], ['op@parley.example']]);
    expect(open.mail.mails.find(({ to }) => to[0] === 'op@parley.example')?.raw).toContain('80 MB');
  });
});

describe('when', () => {
  test('a digest is sent at 08:00 in its recipient’s time zone, across a clock change', async () => {
    await open.addRecipient({ timeZone: 'Europe/Berlin', kinds: { unattended: { email: 'digest' } } });
    open.setNow(new Date('2026-10-24T20:00:00Z'));
    await open.happen(UNATTENDED, UNATTENDED);
    await planFacts(open.service);
    open.setNow(new Date('2026-10-25T06:59:59Z'));
    await sendDue(open.service);
    expect(open.mail.mails).toHaveLength(0);
    open.setNow(new Date('2026-10-25T07:00:00Z'));
    await sendDue(open.service);
    expect(open.mail.mails).toHaveLength(1);
    open.setNow(new Date('2026-10-26T07:00:00Z'));
    await planFacts(open.service);
    await sendDue(open.service);
    expect(open.mail.mails).toHaveLength(1);
  });

  test.each([
    ['forward', 'quiet hours', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
    ['back', 'quiet hours', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
    ['forward', 'a digest', '2026-03-28T20:00:00Z', '2026-03-29T06:00:00Z'],
    ['back', 'a digest', '2026-10-24T20:00:00Z', '2026-10-25T07:00:00Z'],
  ] as const)('in the night that puts the clock %s %s end at the recipient’s time', async (_change, what, at, due) => {
    const digest = { kinds: { unattended: { email: 'digest' } } } as const;
    const quiet = { quiet: { from: '22:00', to: '07:00' } };
    await open.addRecipient({ timeZone: 'Europe/Berlin', ...(what === 'a digest' ? digest : quiet) });
    open.setNow(new Date(at));
    await open.happen(UNATTENDED);
    await planFacts(open.service);
    open.setNow(new Date(new Date(due).getTime() - 1000));
    await sendDue(open.service);
    expect(open.mail.mails).toHaveLength(0);
    open.setNow(new Date(due));
    await sendDue(open.service);
    expect(open.mail.mails).toHaveLength(1);
  });

  test('quiet hours hold messages back, even if they were set while a message waited', async () => {
    const id = await open.addRecipient({ timeZone: 'Asia/Kuwait' });
    await open.happen(UNATTENDED, {
      kind: 'channel_disconnected',
      data: { channel: 'fb', account: 'Page', reason: 'x' },
    });
    await planFacts(open.service);
    await updateRecipient(open.service, { slug: open.tenant.slug, id, quietHours: { from: '12:00', to: '18:00' } });
    open.pass(5);
    await sendDue(open.service);
    expect(open.mail.mails.map(({ raw }) => /A channel was disconnected/.test(raw))).toEqual([true]);
    const { items } = await listNotifications(open.service, { slug: open.tenant.slug, limit: 50, status: 'held' });
    expect(items).toMatchObject([{ kind: 'unattended', reason: 'quiet_hours', dueAt: '2026-07-01T15:00:00.000Z' }]);
    open.setNow(new Date('2026-07-01T15:00:00Z'));
    await sendDue(open.service);
    expect(open.mail.mails).toHaveLength(2);
  });

  test.each([
    ['turned off', { kinds: { unattended: { email: 'off' } } }, 'dropped: turned_off'],
    ['without its address', { email: null }, 'dropped: address_removed'],
  ] as const)('a recipient who is %s before the message is sent is not notified', async (_case, change, status) => {
    const id = await open.addRecipient();
    await open.happen(UNATTENDED);
    await planFacts(open.service);
    await updateRecipient(open.service, { slug: open.tenant.slug, id, ...change });
    await open.planAndSend();
    expect(open.mail.mails).toHaveLength(0);
    expect(await open.statuses()).toEqual([status]);
  });

  test('a removed recipient is not notified any more', async () => {
    const id = await open.addRecipient();
    await open.happen(UNATTENDED);
    await planFacts(open.service);
    await removeRecipient(open.service, { slug: open.tenant.slug, id });
    await open.planAndSend();
    expect(await open.statuses()).toEqual(['dropped: recipient_removed']);
  });
});

describe('the content of a message', () => {
  test('the customer’s name is looked up when the mail is sent, and not stored with it', async () => {
    const { prisma } = open.database.db;
    const account = await prisma.channelAccount.create({
      data: { tenantId: open.tenant.id, channel: 'wa', externalId: 'x1', name: 'Shop', credentials: '' },
    });
    const contact = await prisma.contact.create({
      data: { tenantId: open.tenant.id, channel: 'wa', name: 'Bob the builder' },
    });
    const conversation = await prisma.conversation.create({
      data: {
        tenantId: open.tenant.id,
        channel: 'wa',
        channelAccountId: account.id,
        contactId: contact.id,
        peer: '+1',
      },
      select: { id: true },
    });
    await open.addRecipient();
    await open.happen({ ...UNATTENDED, data: { ...UNATTENDED.data, conversation_id: conversation.id } });
    await open.planAndSend();
    expect(open.mail.mails[0]?.raw).toContain('Bob the builder (WhatsApp)');
    const [{ items } = { items: null }] = await prisma.notification.findMany({ select: { items: true } });
    expect(JSON.stringify(items)).not.toContain('Bob');
  });

  test('a name with line breaks or markup adds no header and no element', async () => {
    await open.addRecipient({ name: 'Ann\r\nBcc: eve@evil.example <b>' });
    await open.happen({
      kind: 'channel_disconnected',
      data: { channel: 'fb', account: 'Page\r\nSubject: no <img src=x>', reason: 'x' },
    });
    await open.planAndSend();
    const raw = open.mail.mails[0]?.raw ?? '';
    const [head = ''] = raw.split('\r\n\r\n');
    expect(head).not.toMatch(/^Bcc:/im);
    expect(head.match(/^Subject:/gim)).toHaveLength(1);
    const [, html = ''] = raw.split('<!doctype html>');
    expect(html).toContain('&lt;img');
    expect(html).not.toContain('<img');
    expect(open.mail.mails[0]?.to).toEqual(['ann@shop.example']);
  });

  test('every mail can be turned off with one click', async () => {
    await open.addRecipient();
    await open.happen(UNATTENDED);
    await open.planAndSend();
    const raw = open.mail.mails[0]?.raw.replaceAll(/\r\n\s+/g, ' ') ?? '';
    expect(raw).toMatch(/List-Unsubscribe: <https:\/\/parley\.example\/notifications\/off\/[\w.-]+>/);
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });
});

test('a tenant sees, changes and removes nothing of another tenant', async () => {
  const id = await open.addRecipient();
  await open.happen(UNATTENDED);
  await open.planAndSend();
  const { service, tenant } = open;
  const other = await makeTestTenant(open.database.db);
  for (const slug of [other.slug, undefined]) {
    expect((await listRecipients(service, { slug, limit: 50 })).items).toEqual([]);
    expect((await listNotifications(service, { slug, limit: 50 })).items).toEqual([]);
    await expect(updateRecipient(service, { slug, id, name: 'Eve' })).rejects.toMatchObject({
      code: 'unknown_recipient',
    });
    await expect(confirmRecipient(service, { slug, id, code: '000000' })).rejects.toMatchObject({
      code: 'unknown_recipient',
    });
    await expect(removeRecipient(service, { slug, id })).rejects.toMatchObject({ code: 'unknown_recipient' });
  }
  expect((await listRecipients(service, { slug: tenant.slug, limit: 50 })).items).toMatchObject([{ id, name: 'Ann' }]);
});
