import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  me,
  signOut,
  updateMe,
} from '@parley/common/contracts/console/my-account';
import { sessionChanged } from '@parley/common/hints';
import { pollUntil } from '@parley/testing/poll-until';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Browser, consoleOfFile, PASSWORD } from '../../test/open-console.ts';
import { membersOfShop } from '../../test/open-shop.ts';

const DAY_MS = 24 * 3_600_000;

const house = consoleOfFile();
const { newMember } = membersOfShop(house);
beforeEach(() => house.setNow(new Date()));

describe('a session', () => {
  test('ends 7 days after its last use, and after 30 days', async () => {
    const opened = new Date('2032-01-01T00:00:00.000Z');
    const after = (ms: number): Date => new Date(opened.getTime() + ms);
    house.setNow(opened);
    const { email } = await newMember();
    const idle = await house.signIn(email);
    const used = await house.signIn(email);
    for (let day = 5; day < 30; day += 5) {
      house.setNow(after(day * DAY_MS));
      expect(await house.whoHas(used.token)).not.toBeNull();
    }
    expect(await house.whoHas(idle.token)).toBeNull();
    house.setNow(after(30 * DAY_MS));
    expect(await house.whoHas(used.token)).toBeNull();
  });

  test('is listed only to its member, and can be ended alone or with all others; every gateway is notified', async () => {
    const { email, browser } = await newMember();
    const [second, third] = [await house.signIn(email), await house.signIn(email)];
    const stranger = (await newMember()).browser;
    const told: (string | null)[] = [];
    const listening = house.bus.onHint(sessionChanged, ({ sessionId }) => told.push(sessionId));
    const { items } = await browser.call(listSessions, {});
    expect(items.map(({ id }) => id).toSorted()).toEqual(
      [browser, second, third].map(({ member }) => member.sessionId).toSorted(),
    );
    expect(items.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([browser.member.sessionId]);
    const ending = { sessionId: second.member.sessionId };
    await expect(stranger.call(endSession, ending)).rejects.toMatchObject({ code: 'unknown_sign_in' });
    await browser.call(endSession, ending);
    expect(await house.whoHas(second.token)).toBeNull();
    expect(await browser.call(endOtherSessions, {})).toEqual({ ended: 1 });
    expect(await house.whoHas(third.token)).toBeNull();
    await browser.call(signOut, {});
    expect(await house.whoHas(browser.token)).toBeNull();
    expect(await house.whoHas(stranger.token)).not.toBeNull();
    await pollUntil(() => (told.length === 3 ? true : null), { what: () => 'three hints' });
    expect(told).toEqual([second.member.sessionId, null, browser.member.sessionId]);
    await listening.drain();
  });

  test('ends with a new password, except the one that set it', async () => {
    const { email, browser } = await newMember();
    const other = await house.signIn(email);
    const wrong = { password: 'wrong', newPassword: 'another password' };
    await expect(browser.call(changePassword, wrong)).rejects.toMatchObject({ code: 'wrong_credentials' });
    await browser.call(changePassword, { ...wrong, password: PASSWORD });
    expect(await house.whoHas(other.token)).toBeNull();
    expect(await house.whoHas(browser.token)).not.toBeNull();
    await house.signIn(email, 'another password');
  });

  test('has the language that its member chose in any session, and none until then', async () => {
    const { email, browser } = await newMember();
    const languageIn = async (of: Browser) => (await of.call(me, {})).member?.language;
    expect(await languageIn(browser)).toBeNull();
    await browser.call(updateMe, { language: 'ar' });
    expect(await languageIn(await house.signIn(email))).toBe('ar');
    await browser.call(updateMe, { name: 'Ann' });
    expect(await languageIn(browser)).toBe('ar');
  });

  // A release with more languages may have stored one, and run before this one.
  test('has no language if that of its member is not one of ours, and no other is stored', async () => {
    const { browser } = await newMember();
    const { prisma } = house.database.db;
    const store = (language: string) =>
      prisma.member.updateMany({ where: { memberId: browser.member.memberId ?? '' }, data: { language } });
    await store('tlh');
    expect((await browser.call(me, {})).member?.language).toBeNull();
    await expect(store('Klingon')).rejects.toThrow('members_language');
  });

  test('of the operator has no account, password or name', async () => {
    const operator = await house.operator();
    expect(await operator.call(me, {})).toMatchObject({ roles: ['operator'], member: null, tenant: null });
    await expect(operator.call(updateMe, { language: 'ar' })).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(operator.call(updateMe, { name: 'Root' })).rejects.toMatchObject({ code: 'permission_denied' });
  });
});
