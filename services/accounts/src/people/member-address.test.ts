import { inviteMember, removeMember } from '@parley/common/contracts/console/members';
import { acceptInvitation, requestPasswordReset, resetPassword } from '@parley/common/contracts/console/sign-in';
import { prepareMember } from '@parley/common/contracts/internal/console-session';
import { sendAccountMail } from '@parley/common/contracts/internal/send-account-mail';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import { type InputOf, subjectOf } from '@parley/common/define-contract';
import { pollUntil } from '@parley/testing/poll-until';
import { beforeAll, expect, test } from 'vitest';
import { type Browser, consoleOfFile, PASSWORD, tokenOf } from '../../test/open-console.ts';

const NOW = new Date('2034-01-01T00:00:00.000Z');
const house = consoleOfFile();
let owner: Browser;
let isTaken = true;
let people = 0;
const mails: InputOf<typeof sendAccountMail>[] = [];
const newEmail = (): string => `person-${++people}@shop.example`;
const memberOf = (email: string) => house.database.db.prisma.member.findFirstOrThrow({ where: { email } });

beforeAll(async () => {
  house.setNow(NOW);
  await house.call(createTenant, { slug: 'shop' });
  owner = await house.join('shop', newEmail(), 'owner');
  house.carrier.serve(subjectOf(sendAccountMail), 'notifications', async (payload) => {
    mails.push(JSON.parse(payload).input);
    return JSON.stringify({ ok: true, output: { isTaken } });
  });
});

/** Joins by an invitation link, mailed or handed over. */
async function joinBy(by: 'mail' | 'link') {
  const email = newEmail();
  const { link } = await owner.call(inviteMember, { email, roles: ['agent'], by, language: 'en' });
  const token = tokenOf(link ?? mails.at(-1)?.url ?? null);
  await house.visit(acceptInvitation, { token, name: 'Ann', password: PASSWORD });
  return memberOf(email);
}

test('opening a mailed invitation confirms the address', async () => {
  expect((await joinBy('mail')).emailConfirmedAt).toEqual(NOW);
});

test('a link that was handed over confirms no address, whether it was requested or its mail failed', async () => {
  expect((await joinBy('link')).emailConfirmedAt).toBeNull();
  isTaken = false;
  expect((await joinBy('mail')).emailConfirmedAt).toBeNull();
  isTaken = true;
});

test('neither a replaced mail invitation nor an operator’s first member confirms the address', async () => {
  const email = newEmail();
  const invite = (by: 'mail' | 'link') => owner.call(inviteMember, { email, roles: ['agent'], by, language: 'en' });
  await invite('mail');
  const { link } = await invite('link');
  await house.visit(acceptInvitation, { token: tokenOf(link), name: 'Ann', password: PASSWORD });
  expect((await memberOf(email)).emailConfirmedAt).toBeNull();
  const first = newEmail();
  await house.call(prepareMember, { slug: 'shop', email: first, name: 'First', roles: ['owner'] });
  expect((await memberOf(first)).emailConfirmedAt).toBeNull();
});

test('a new password by mail confirms the address', async () => {
  const { email } = await joinBy('link');
  const before = mails.length;
  await house.visit(requestPasswordReset, { email, language: 'en' });
  await pollUntil(() => (mails.length > before ? true : null), { what: () => 'the mail' });
  await house.visit(resetPassword, { token: tokenOf(mails.at(-1)?.url ?? null), password: 'a new password' });
  expect((await memberOf(email)).emailConfirmedAt).toEqual(NOW);
});

test('a removed member stops receiving notifications, and no other member does', async () => {
  const [gone, stays] = [await joinBy('link'), await joinBy('link')];
  const { prisma } = house.database.db;
  for (const { id, tenantId, name } of [gone, stays])
    await prisma.recipient.create({
      data: { tenantId, memberRow: id, name, language: 'en', timeZone: 'UTC', createdAt: NOW },
    });
  await owner.call(removeMember, { id: gone.memberId });
  const left = await prisma.recipient.findMany({ select: { memberRow: true } });
  expect(left).toEqual([{ memberRow: stays.id }]);
});
