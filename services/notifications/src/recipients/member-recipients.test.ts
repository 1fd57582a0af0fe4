import { makeId } from '@parley/common/ids';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenNotifications, openNotifications, PUBLIC_URL, START } from '../../test/open-notifications.ts';
import { planFacts } from '../planning/plan-facts.ts';
import { confirmAddress } from './confirm-address.ts';
import { createRecipient } from './create-recipient.ts';
import { updateRecipient } from './update-recipient.ts';

let open: OpenNotifications;
let people = 0;
beforeAll(async () => {
  open = await openNotifications();
});
afterAll(() => open[Symbol.asyncDispose]());
beforeEach(async () => {
  open.setNow(START);
  open.mail.mails.length = 0;
  await open.database.db.prisma.notification.deleteMany();
  await open.database.db.prisma.recipient.deleteMany();
});

async function addMember(emailConfirmedAt: Date | null, tenantId = open.tenant.id) {
  const email = `ann-${++people}@shop.example`;
  return open.database.db.prisma.member.create({
    data: {
      memberId: makeId('mem'),
      tenantId,
      email,
      emailKey: email,
      emailConfirmedAt,
      name: 'Ann',
      roles: ['agent'],
      language: 'ar',
      createdAt: START,
    },
  });
}
const choose = (memberId: string, { slug } = open.tenant) =>
  createRecipient(open.service, { slug, memberId, timeZone: 'UTC' });
const sentTo = (): string[] => open.mail.mails.flatMap(({ to }) => to);
const setEmail = (id: number, email: string) =>
  open.database.db.prisma.member.update({ where: { id }, data: { email, emailKey: email, emailConfirmedAt: null } });

test('a member with a confirmed address is notified at once in their language, without a confirmation', async () => {
  const { memberId, email } = await addMember(START);
  expect(await choose(memberId)).toMatchObject({
    memberId,
    name: 'Ann',
    email,
    emailConfirmedAt: START.toISOString(),
    language: 'ar',
  });
  await open.happen({ kind: 'low_credit' });
  await open.planAndSend();
  expect(sentTo()).toEqual([email]);
});

test('a recipient in a language of a later release is notified in English', async () => {
  const { memberId } = await addMember(START);
  const { id } = await choose(memberId);
  await open.database.db.prisma.recipient.update({ where: { id }, data: { language: 'tlh' } });
  await open.happen({ kind: 'low_credit' });
  await open.planAndSend();
  expect(open.mail.mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1])).toEqual(['Your credit is running low']);
});

test('a member with an unconfirmed address is asked first', async () => {
  const { memberId, email } = await addMember(null);
  expect((await choose(memberId)).emailConfirmedAt).toBeNull();
  await open.happen({ kind: 'low_credit' });
  await open.planAndSend();
  expect(await open.statuses()).toEqual(['sent']);
  const raw = (open.mail.mails[0]?.raw ?? '').replaceAll('=\r\n', '');
  const token = new RegExp(`${PUBLIC_URL}/notifications/confirm/([\\w.-]+)`).exec(raw)?.[1] ?? '';
  expect((await confirmAddress(open.service, { token, act: true })).page?.isDone).toBe(true);
  await open.happen({ kind: 'low_credit' });
  await open.planAndSend();
  expect(sentTo()).toEqual([email, email]);
});

test('a changed address of a member is used once it is confirmed, and the previous one is not used any more', async () => {
  const member = await addMember(START);
  const { id } = await choose(member.memberId);
  const next = `new-${member.email}`;
  await setEmail(member.id, next);
  await open.happen({ kind: 'low_credit' });
  await open.planAndSend();
  expect(sentTo()).toEqual([]);
  const again = await updateRecipient(open.service, { slug: open.tenant.slug, id, email: next });
  expect(again).toMatchObject({ email: next, emailConfirmedAt: null });
  await open.planAndSend();
  expect(sentTo()).toEqual([next]);
});

test('messages for a member go only to the member’s current address, and a former address receives nothing', async () => {
  const member = await addMember(START);
  await choose(member.memberId);
  await open.happen({ kind: 'low_credit' });
  while (await planFacts(open.service));
  await setEmail(member.id, `new-${member.email}`);
  await open.planAndSend();
  expect(sentTo()).toEqual([]);
  expect(await open.statuses()).toEqual([expect.stringMatching(/^dropped/)]);
});

test('only the member changes their name and address; kinds and the phone can be changed', async () => {
  const { memberId } = await addMember(START);
  const { id } = await choose(memberId);
  const change = (given: object) => updateRecipient(open.service, { slug: open.tenant.slug, id, ...given });
  await expect(change({ name: 'Eve' })).rejects.toMatchObject({ code: 'invalid_name' });
  await expect(change({ email: 'eve@shop.example' })).rejects.toMatchObject({ code: 'invalid_email' });
  await expect(change({ email: null })).rejects.toMatchObject({ code: 'invalid_email' });
  expect(await change({ kinds: { low_credit: { email: 'off' } }, phone: '+96550001234' })).toMatchObject({
    phone: '+96550001234',
    kinds: { low_credit: { email: 'off' } },
  });
});

test('a member is chosen once, only of this tenant, and without a separate name or address', async () => {
  const { memberId } = await addMember(START);
  const stranger = await makeTestTenant(open.database.db);
  await expect(choose(memberId, stranger)).rejects.toMatchObject({ code: 'unknown_member' });
  await expect(choose('mem_0000000000')).rejects.toMatchObject({ code: 'unknown_member' });
  const both = await Promise.allSettled([choose(memberId), choose(memberId)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(choose(memberId)).rejects.toMatchObject({ code: 'invalid_member_id' });
  const create = (given: { memberId?: string; name?: string; email?: string }) =>
    createRecipient(open.service, { slug: open.tenant.slug, timeZone: 'UTC', ...given });
  await expect(create({ memberId, name: 'Eve' })).rejects.toMatchObject({ code: 'invalid_name' });
  await expect(create({ memberId, email: 'e@x.example' })).rejects.toMatchObject({ code: 'invalid_email' });
  await expect(create({})).rejects.toMatchObject({ code: 'missing_name' });
});

test('a member who is removed at the same time does not become a recipient', async () => {
  const { id, memberId } = await addMember(START);
  const { db } = open.database;
  let chosen: Promise<unknown> | undefined;
  await db.prismaTransaction(async ({ prisma }) => {
    await prisma.member.update({ where: { id }, data: { removedAt: START } });
    chosen = choose(memberId).catch((error: unknown) => error);
    const isWaiting = async (): Promise<true | null> => {
      const [row] = await db.prisma.$queryRaw<{ waiting: number }[]>`
        SELECT count(*)::int4 AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM members%'`;
      return row && row.waiting > 0 ? true : null;
    };
    await pollUntil(isWaiting, { what: () => 'the choice waits for the removal' });
  });
  expect(await chosen).toMatchObject({ code: 'unknown_member' });
  expect(await db.prisma.recipient.count()).toBe(0);
});
