import { inviteMember, listInvitations } from '@parley/common/contracts/console/members';
import { requestPasswordReset, showInvitation } from '@parley/common/contracts/console/sign-in';
import { MessageLimitsText } from '@parley/common/messages/message-limits';
import { pollUntil } from '@parley/testing/poll-until';
import { beforeEach, expect, test } from 'vitest';
import { collectMails } from '../../test/collect-mails.ts';
import { type Browser, consoleOfFile, tokenOf } from '../../test/open-console.ts';
import { shopsOf } from '../../test/open-shop.ts';

const NOW = new Date('2031-01-01T00:00:00.000Z');
const house = consoleOfFile();
const { newEmail, openShop } = shopsOf(house);
const mails = collectMails(house);
const inviteByMail = (owner: Browser, email: string) =>
  owner.call(inviteMember, { email, roles: ['agent'], by: 'mail', language: 'en' });

const limited = consoleOfFile({
  PARLEY_MESSAGE_LIMITS: MessageLimitsText.parse('invitation.tenant=2/3,invitation.deployment=5/5'),
});
const openLimitedShop = shopsOf(limited).openShop;

beforeEach(() => {
  house.setNow(NOW);
  mails.length = 0;
});

test('sixty invitations of two tenants to one address send five mails; the last one stays valid', async () => {
  const [{ owner }, { owner: other }] = [await openShop(), await openShop()];
  const email = newEmail();
  const answers = [];
  for (let asked = 0; asked < 60; asked++)
    answers.push(
      await inviteByMail(asked % 2 ? other : owner, email).then(
        () => 'sent',
        ({ code }) => code,
      ),
    );
  expect(answers).toEqual([...Array(5).fill('sent'), ...Array(55).fill('rate_limited')]);
  expect(mails).toHaveLength(5);
  const token = tokenOf(mails.at(-1)?.url ?? null);
  expect(await house.visit(showInvitation, { token })).toMatchObject({ email });
  expect((await owner.call(listInvitations, { limit: 50 })).items).toHaveLength(1);
  await expect(inviteByMail(owner, email)).rejects.toMatchObject({
    message: 'At most 5 invitations by e-mail to one address are sent in one hour.',
    extras: { retry_after: 3600 },
  });
});

test('invitations of a tenant do not use up the limit of mails for a new password', async () => {
  const { ownerId: memberId } = await openShop();
  const { email } = await house.database.db.prisma.member.findUniqueOrThrow({ where: { memberId } });
  const stranger = await openShop();
  await Promise.allSettled(Array.from({ length: 6 }, () => inviteByMail(stranger.owner, email)));
  mails.length = 0;
  await house.visit(requestPasswordReset, { email, language: 'en' });
  await pollUntil(() => mails.some(({ kind }) => kind === 'password_reset') || null, { what: () => 'the mail' });
});

test('a member gets five mails for a new password an hour, and the answer never reveals the limit', async () => {
  const [{ ownerId }, { ownerId: otherId }] = [await openShop(), await openShop()];
  const memberOf = (memberId: string) => house.database.db.prisma.member.findUniqueOrThrow({ where: { memberId } });
  const [{ email, id }, other] = [await memberOf(ownerId), await memberOf(otherId)];
  const linkId = async () =>
    (await house.database.db.prisma.memberLink.findFirstOrThrow({ where: { memberRow: id } })).linkId;
  const ask = (address: string) => house.visit(requestPasswordReset, { email: address, language: 'en' });
  for (let asked = 1; asked <= 5; asked++) {
    await ask(email);
    await pollUntil(() => mails.length === asked || null, { what: () => 'the mail' });
  }
  const last = await linkId();
  expect(await ask(email)).toEqual({ ok: true });
  await ask(other.email);
  await pollUntil(() => mails.some(({ to }) => to === other.email) || null, { what: () => 'the mail' });
  expect(mails.filter(({ to }) => to === email)).toHaveLength(5);
  expect(await linkId()).toBe(last);
});

test('invitations by mail are limited by workspace and by installation, an hour and a day', async () => {
  const owners = [];
  for (let shop = 0; shop < 3; shop++) owners.push((await openLimitedShop()).owner);
  const [one, two, three] = owners;
  const invite = (owner: Browser | undefined) => owner && inviteByMail(owner, newEmail());
  limited.setNow(NOW);
  for (let asked = 0; asked < 2; asked++) await invite(one);
  const fromWorkspace = (most: number, period: string) => ({
    code: 'rate_limited',
    message: `At most ${most} invitations by e-mail from one workspace are sent in one ${period}.`,
  });
  await expect(invite(one)).rejects.toMatchObject(fromWorkspace(2, 'hour'));
  limited.setNow(new Date(NOW.getTime() + 3_600_000));
  await invite(one);
  await expect(invite(one)).rejects.toMatchObject(fromWorkspace(3, 'day'));
  for (let asked = 0; asked < 2; asked++) await invite(two);
  await expect(invite(three)).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('from this installation'),
  });
});
