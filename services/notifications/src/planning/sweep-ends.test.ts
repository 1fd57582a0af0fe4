import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenNotifications, openNotifications, START } from '../../test/open-notifications.ts';
import { sweepEnds } from './sweep-ends.ts';

let open: OpenNotifications;
let accounts = 0;

beforeAll(async () => {
  open = await openNotifications();
});
afterAll(() => open[Symbol.asyncDispose]());
beforeEach(async () => {
  open.setNow(START);
  open.mail.mails.length = 0;
  const { prisma } = open.database.db;
  await prisma.notification.deleteMany();
  await prisma.notificationFact.deleteMany();
  await prisma.recipient.deleteMany();
  await prisma.channelAccount.deleteMany();
});

const DAY_MS = 24 * 3_600_000;
const inDays = (days: number): Date => new Date(START.getTime() + days * DAY_MS);
const addAccount = (given: object, tenantId = open.tenant.id) =>
  open.database.db.prisma.channelAccount.create({
    data: {
      ...{ tenantId, channel: 'wa', externalId: `106${++accounts}`, name: 'Bakery', credentials: '' },
      ...{ connectedAt: inDays(-60), ...given },
    },
  });
/** Runs the duty and sends; returns the new mails. */
async function mails(): Promise<string[]> {
  open.mail.mails.length = 0;
  await sweepEnds(open.service);
  await open.planAndSend();
  return open.mail.mails.map(({ raw }) => raw.replaceAll('=\r\n', ''));
}

test('a token that ends soon is announced once two weeks before, and once three days before, by all processes together', async () => {
  await open.addRecipient();
  const { id } = await addAccount({ tokenExpiresAt: inDays(20) });
  expect(await mails()).toEqual([]);
  open.setNow(inDays(7));
  const other = open.makeReplica();
  await Promise.all([sweepEnds(open.service), sweepEnds(other)]);
  const [first, ...more] = await mails();
  expect(more).toEqual([]);
  expect(first).toContain('A channel ends soon');
  expect(first).toContain('The authorization of Bakery (WhatsApp) ends at 21 Jul, 12:00.');
  open.setNow(inDays(10));
  expect(await mails()).toEqual([]);
  open.setNow(inDays(18));
  expect(await mails()).toHaveLength(1);
  expect(await mails()).toEqual([]);
  // A new token has stages of its own.
  await open.database.db.prisma.channelAccount.update({ where: { id }, data: { tokenExpiresAt: inDays(30) } });
  expect(await mails()).toHaveLength(1);
});

test('an app that is not used is announced, until it gives a sign', async () => {
  await open.addRecipient({ language: 'es' });
  const { id } = await addAccount({ isOnBizApp: true, appSeenAt: inDays(-11) });
  const [mail] = await mails();
  expect(mail).toContain('Un canal termina pronto');
  await open.database.db.prisma.channelAccount.update({ where: { id }, data: { appSeenAt: START } });
  open.setNow(inDays(9));
  expect(await mails()).toEqual([]);
  open.setNow(inDays(10));
  expect(await mails()).toHaveLength(1);
});

test('it is not sent where it is turned off, nor about accounts that are lost, nor to other tenants', async () => {
  await open.addRecipient({ kinds: { channel_ends_soon: { email: 'off' } } });
  await addAccount({ tokenExpiresAt: inDays(2) });
  const other = await makeTestTenant(open.database.db);
  await open.addRecipient({}, other.id);
  await addAccount({ tokenExpiresAt: inDays(2), status: 'disconnected' }, other.id);
  expect(await mails()).toEqual([]);
  await addAccount({ tokenExpiresAt: inDays(2), name: 'Theirs' }, other.id);
  const sent = await mails();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('Theirs');
});

test('a recipient who is added later gets a mail about an end that is still to come', async () => {
  await addAccount({ tokenExpiresAt: inDays(2) });
  expect(await mails()).toEqual([]);
  await open.addRecipient();
  expect(await mails()).toHaveLength(1);
});
