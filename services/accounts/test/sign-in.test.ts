import { hash } from '@node-rs/argon2';
import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  me,
  signOut,
  updateMe,
} from '@parley/common/contracts/console/my-account';
import {
  acceptInvitation,
  redeemSignInLink,
  requestPasswordReset,
  resetPassword,
  signIn,
} from '@parley/common/contracts/console/sign-in';
import { prepareMember } from '@parley/common/contracts/internal/console-session';
import { sendAccountMail } from '@parley/common/contracts/internal/send-account-mail';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import { type InputOf, subjectOf } from '@parley/common/define-contract';
import { sessionChanged } from '@parley/common/hints';
import { pollUntil } from '@parley/testing/poll-until';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePasswordHasher } from '../src/adapters/password-hasher.ts';
import { signIn as enter } from '../src/use-cases/sign-in.ts';
import { type Browser, consoleOfFile, PASSWORD, tokenOf } from './open-console.ts';

const DAY_MS = 24 * 3_600_000;

const house = consoleOfFile();
const mails: InputOf<typeof sendAccountMail>[] = [];
beforeAll(async () => {
  await house.call(createTenant, { slug: 'shop' });
  house.carrier.serve(subjectOf(sendAccountMail), 'notifications', async (payload) => {
    mails.push(JSON.parse(payload).input);
    return JSON.stringify({ ok: true, output: { is_taken: true } });
  });
});
beforeEach(() => house.setNow(new Date()));

let people = 0;
const newEmail = (): string => `person-${++people}@shop.example`;
const newMember = async () => {
  const email = newEmail();
  return { email, browser: await house.join('shop', email, 'developer') };
};
const personOf = (email: string) => house.database.db.prisma.person.findFirstOrThrow({ where: { emailKey: email } });

describe('sign-in', () => {
  test('opens a session whose token is stored only as a hash, and the password as Argon2id with 19 MiB and two rounds', async () => {
    const { email } = await newMember();
    const browser = await house.signIn(email.toUpperCase());
    expect(browser.member).toMatchObject({ role: 'developer', tenantSlug: 'shop' });
    expect(await browser.call(me, {})).toMatchObject({
      role: 'developer',
      member: { email, hasSecondFactor: false },
      tenant: { slug: 'shop', name: 'shop', status: 'active' },
    });
    const { passwordHash } = await personOf(email);
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const stored = await house.database.db.prisma.memberSession.findMany();
    expect(JSON.stringify(stored)).not.toContain(browser.token);
  });

  test.each([
    ['a wrong password', true, 'wrong password'],
    ['an unknown address', false, PASSWORD],
  ])('with %s is wrong_credentials, with the same message', async (_what, isKnown, password) => {
    const email = isKnown ? (await newMember()).email : newEmail();
    await expect(house.visit(signIn, { email, password })).rejects.toMatchObject({
      code: 'wrong_credentials',
      message: 'The e-mail address or the password is wrong.',
    });
  });

  test('computes the same hash for a wrong password, a member without a password and an unknown address', async () => {
    const costs: unknown[] = [];
    const passwords = makePasswordHasher({
      async compute(password, options) {
        const computed = await hash(password, options);
        costs.push(computed.match(/^.*p=1/)?.[0]);
        return computed;
      },
    });
    const service = { ...house.service, passwords };
    const bare = newEmail();
    await house.call(prepareMember, { slug: 'shop', email: bare, name: 'New', role: 'agent' });
    const visitor = { address: '203.0.113.7', network: null, userAgent: 'a browser' };
    const context = { requestId: 'req_test', deadlineAt: Infinity, visitor };
    for (const email of [(await newMember()).email, bare, newEmail()])
      await expect(enter(service, { email, password: 'wrong' }, context)).rejects.toMatchObject({
        code: 'wrong_credentials',
      });
    expect(costs).toEqual(Array(3).fill('$argon2id$v=19$m=19456,t=2,p=1'));
  });

  test('issues another token each time, and leaves other sessions unchanged', async () => {
    const { email, browser } = await newMember();
    const other = await house.signIn(email);
    expect(other.token).not.toBe(browser.token);
    expect(await house.whoHas(browser.token)).not.toBeNull();
  });
});

describe('wrong passwords', () => {
  test('slow an account down after ten, also an unknown account, and the right one works after the pause', async () => {
    const { email } = await newMember();
    for (const address of [email, newEmail()]) {
      house.setNow(new Date('2031-01-01T00:00:00.000Z'));
      for (let count = 0; count < 10; count++)
        await expect(house.visit(signIn, { email: address, password: 'wrong' })).rejects.toMatchObject({
          code: 'wrong_credentials',
        });
      for (let count = 0; count < 3; count++)
        await expect(house.visit(signIn, { email: address, password: PASSWORD })).rejects.toMatchObject({
          code: 'rate_limited',
          extras: { retry_after: 1 },
        });
    }
    house.setNow(new Date('2031-01-01T00:00:01.000Z'));
    await house.visit(signIn, { email, password: PASSWORD });
    await expect(house.visit(signIn, { email, password: 'wrong' })).rejects.toMatchObject({
      code: 'wrong_credentials',
    });
  });

  test('never lock an account for good: however many there were, the right one works after half a minute', async () => {
    const { email } = await newMember();
    let nowMs = Date.parse('2031-01-02T00:00:00.000Z');
    for (let count = 0; count < 18; count++) {
      nowMs += 30_000;
      house.setNow(new Date(nowMs));
      await expect(house.visit(signIn, { email, password: 'wrong' })).rejects.toMatchObject({
        code: 'wrong_credentials',
      });
    }
    const right = { email, password: PASSWORD };
    const slowed = { code: 'rate_limited', extras: { retry_after: 30 } };
    await expect(house.visit(signIn, right)).rejects.toMatchObject(slowed);
    house.setNow(new Date(nowMs + 30_000));
    await house.visit(signIn, right);
  });

  test('for many accounts slow down the network that they come from, and no other', async () => {
    house.setNow(new Date('2031-02-01T00:00:00.000Z'));
    const { email } = await newMember();
    const network = '198.51.100.7';
    for (let count = 0; count < 10; count++)
      await expect(house.visit(signIn, { email: newEmail(), password: 'wrong' }, { network })).rejects.toMatchObject({
        code: 'wrong_credentials',
      });
    const right = { email, password: PASSWORD };
    await expect(house.visit(signIn, right, { network })).rejects.toMatchObject({ code: 'rate_limited' });
    await house.visit(signIn, right, { network: '198.51.100.8' });
  });

  test('that are tried concurrently are all counted', async () => {
    house.setNow(new Date('2031-03-01T00:00:00.000Z'));
    const { email } = await newMember();
    const tries = await Promise.allSettled(
      Array.from({ length: 30 }, () => house.visit(signIn, { email, password: 'wrong' })),
    );
    const codes = tries.map((result) => (result.status === 'rejected' ? result.reason.code : 'in'));
    expect(codes.filter((code) => code === 'wrong_credentials')).toHaveLength(10);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(20);
  });
});

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

  test('of the operator has no account, password or name', async () => {
    const operator = await house.operator();
    expect(await operator.call(me, {})).toMatchObject({ role: 'operator', member: null, tenant: null });
    await expect(operator.call(updateMe, { language: 'ar' })).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(operator.call(updateMe, { name: 'Root' })).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

describe('a link', () => {
  test('to sign in works once', async () => {
    const given = { slug: 'shop', email: newEmail(), name: 'Owner', role: 'owner' } as const;
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
    const ask = async (): Promise<string> => {
      const before = mails.length;
      await house.visit(requestPasswordReset, { email, language: 'ar' });
      await pollUntil(() => (mails.length > before ? true : null), { what: () => 'the mail' });
      const mail = mails.at(-1);
      expect(mail).toMatchObject({ kind: 'password_reset', to: email, language: 'ar' });
      return tokenOf(mail?.url ?? null);
    };
    const first = await ask();
    const second = await ask();
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
    const third = await ask();
    house.setNow(new Date('2034-01-01T01:00:01.000Z'));
    await expect(house.visit(resetPassword, { token: third, password })).rejects.toMatchObject({
      code: 'unknown_link',
    });
  });

  test('to a new password, or to sign in, ends when the password is changed', async () => {
    const { email, browser } = await newMember();
    const { signInPath } = await house.call(prepareMember, { slug: 'shop', email, name: 'New', role: 'agent' });
    const before = mails.length;
    await house.visit(requestPasswordReset, { email, language: 'en' });
    await pollUntil(() => (mails.length > before ? true : null), { what: () => 'the mail' });
    await browser.call(changePassword, { password: PASSWORD, newPassword: 'another password' });
    const refused = { code: 'unknown_link' };
    const token = tokenOf(mails.at(-1)?.url ?? null);
    await expect(house.visit(resetPassword, { token, password: PASSWORD })).rejects.toMatchObject(refused);
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

  test('of another kind is refused', async () => {
    const given = { slug: 'shop', email: newEmail(), name: 'Owner', role: 'owner' } as const;
    const token = tokenOf((await house.call(prepareMember, given)).signInPath);
    const refused = { code: 'unknown_link' };
    await expect(house.visit(resetPassword, { token, password: PASSWORD })).rejects.toMatchObject(refused);
    await expect(house.visit(acceptInvitation, { token, name: 'Eve', password: PASSWORD })).rejects.toMatchObject(
      refused,
    );
  });
});
