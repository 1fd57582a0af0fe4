import { removeMember } from '@parley/common/contracts/console/members';
import { changePassword } from '@parley/common/contracts/console/my-account';
import {
  acceptInvitation,
  redeemSignInLink,
  requestPasswordReset,
  resetPassword,
} from '@parley/common/contracts/console/sign-in';
import { prepareMember } from '@parley/common/contracts/internal/console-session';
import { pollUntil } from '@parley/testing/poll-until';
import { beforeEach, describe, expect, test } from 'vitest';
import { collectMails } from '../../test/collect-mails.ts';
import { consoleOfFile, PASSWORD, tokenOf } from '../../test/open-console.ts';
import { membersOfShop } from '../../test/open-shop.ts';

// docs/reference/console.md#one-time-links
const house = consoleOfFile();
const { newEmail, newMember } = membersOfShop(house);
const mails = collectMails(house);
beforeEach(() => house.setNow(new Date()));

/** Requests a new password; returns the token of the mailed link. */
async function requestReset(email: string): Promise<string> {
  const before = mails.length;
  await house.visit(requestPasswordReset, { email, language: 'ar' });
  await pollUntil(() => (mails.length > before ? true : null), { what: () => 'the mail' });
  const mail = mails.at(-1);
  expect(mail).toMatchObject({ kind: 'password_reset', to: email, language: 'ar' });
  return tokenOf(mail?.url ?? null);
}

describe('a link', () => {
  test('to sign in works once', async () => {
    const given = { slug: 'shop', email: newEmail(), name: 'Owner', roles: ['owner' as const] };
    const { signInPath } = await house.call(prepareMember, given);
    const token = tokenOf(signInPath);
    const both = await Promise.allSettled([
      house.visit(redeemSignInLink, { token }),
      house.visit(redeemSignInLink, { token }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(house.visit(redeemSignInLink, { token })).rejects.toMatchObject({ code: 'unknown_link' });
  });

  test('to a new password is mailed, works once within an hour, ends every session, and replaces the previous one', async () => {
    house.setNow(new Date('2034-01-01T00:00:00.000Z'));
    const { email, browser } = await newMember();
    const first = await requestReset(email);
    const second = await requestReset(email);
    const password = 'a new password';
    await expect(house.visit(resetPassword, { token: first, password })).rejects.toMatchObject({
      code: 'unknown_link',
    });
    expect(await house.visit(resetPassword, { token: second, password })).toEqual({ email });
    await expect(house.visit(resetPassword, { token: second, password })).rejects.toMatchObject({
      code: 'unknown_link',
    });
    expect(await house.whoHas(browser.token)).toBeNull();
    await house.signIn(email, password);
    const third = await requestReset(email);
    house.setNow(new Date('2034-01-01T01:00:01.000Z'));
    await expect(house.visit(resetPassword, { token: third, password })).rejects.toMatchObject({
      code: 'unknown_link',
    });
  });

  test('to a new password, or to sign in, ends when the password is changed', async () => {
    const { email, browser } = await newMember();
    const { signInPath } = await house.call(prepareMember, { slug: 'shop', email, name: 'New', roles: ['agent'] });
    const token = await requestReset(email);
    await browser.call(changePassword, { password: PASSWORD, newPassword: 'another password' });
    const refused = { code: 'unknown_link' };
    await expect(house.visit(resetPassword, { token, password: PASSWORD })).rejects.toMatchObject(refused);
    await expect(house.visit(redeemSignInLink, { token: tokenOf(signInPath) })).rejects.toMatchObject(refused);
  });

  test('to a new password, or to sign in, ends when its member is removed', async () => {
    const owner = await house.join('shop', newEmail(), 'owner');
    const { email, browser } = await newMember();
    const { signInPath } = await house.call(prepareMember, { slug: 'shop', email, name: 'New', roles: ['agent'] });
    const reset = await requestReset(email);
    await owner.call(removeMember, { id: browser.member.memberId ?? '' });
    const refused = { code: 'unknown_link' };
    await expect(house.visit(resetPassword, { token: reset, password: PASSWORD })).rejects.toMatchObject(refused);
    await expect(house.visit(redeemSignInLink, { token: tokenOf(signInPath) })).rejects.toMatchObject(refused);
  });

  test('to a new password gets the same answer for an unknown address, without a mail', async () => {
    const before = mails.length;
    expect(await house.visit(requestPasswordReset, { email: newEmail(), language: 'en' })).toEqual({ ok: true });
    const { email } = await newMember();
    await house.visit(requestPasswordReset, { email, language: 'en' });
    await pollUntil(() => (mails.length > before ? true : null), { what: () => 'the mail' });
    expect(mails.slice(before).map(({ to }) => to)).toEqual([email]);
  });

  test('to a new password is looked up after the answer, so that its time does not reveal whether an address is known', async () => {
    const { email } = await newMember();
    mails.length = 0;
    // Every look-up of a member or a person waits until the lock is released.
    await house.database.db.transaction(async (sql) => {
      await sql.query({ text: 'LOCK TABLE members, people IN ACCESS EXCLUSIVE MODE', values: [] });
      for (const address of [email, newEmail()])
        expect(await house.visit(requestPasswordReset, { email: address, language: 'en' })).toEqual({ ok: true });
    });
    await pollUntil(() => mails.length > 0 || null, { what: () => 'the mail' });
    expect(mails.map(({ to }) => to)).toEqual([email]);
  });

  test('of another kind is refused', async () => {
    const given = { slug: 'shop', email: newEmail(), name: 'Owner', roles: ['owner' as const] };
    const token = tokenOf((await house.call(prepareMember, given)).signInPath);
    const refused = { code: 'unknown_link' };
    await expect(house.visit(resetPassword, { token, password: PASSWORD })).rejects.toMatchObject(refused);
    await expect(house.visit(acceptInvitation, { token, name: 'Eve', password: PASSWORD })).rejects.toMatchObject(
      refused,
    );
  });
});
