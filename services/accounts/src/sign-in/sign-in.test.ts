import { hash } from '@node-rs/argon2';
import { me } from '@parley/common/contracts/console/my-account';
import { signIn } from '@parley/common/contracts/console/sign-in';
import { prepareMember } from '@parley/common/contracts/internal/console-session';
import { beforeEach, describe, expect, test } from 'vitest';
import { consoleOfFile, PASSWORD } from '../../test/open-console.ts';
import { membersOfShop } from '../../test/open-shop.ts';
import { makePasswordHasher } from './password-hasher.client.ts';
import { signIn as enter } from './sign-in.ts';

const house = consoleOfFile();
const { newEmail, newMember, personOf } = membersOfShop(house);
beforeEach(() => house.setNow(new Date()));

describe('sign-in', () => {
  test('opens a session whose token is stored only as a hash, and the password as Argon2id with 19 MiB and two rounds', async () => {
    const { email } = await newMember();
    const browser = await house.signIn(email.toUpperCase());
    expect(browser.member).toMatchObject({ roles: ['developer'], tenantSlug: 'shop' });
    expect(await browser.call(me, {})).toMatchObject({
      roles: ['developer'],
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
    await house.call(prepareMember, { slug: 'shop', email: bare, name: 'New', roles: ['agent'] });
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

  test('never lock an account permanently: however many there were, the right one works after half a minute', async () => {
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
