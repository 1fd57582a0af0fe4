import {
  confirmSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '@parley/common/contracts/console/my-account';
import { redeemSignInLink, signIn } from '@parley/common/contracts/console/sign-in';
import { prepareMember } from '@parley/common/contracts/internal/console-session';
import { beforeEach, describe, expect, test } from 'vitest';
import { consoleOfFile, PASSWORD, tokenOf } from '../../test/open-console.ts';
import { membersOfShop } from '../../test/open-shop.ts';
import { totpCode, totpStepAt } from './second-factor.rules.ts';

const house = consoleOfFile();
const { newMember, personOf } = membersOfShop(house);
beforeEach(() => house.setNow(new Date()));

describe('a second factor', () => {
  const NOW = new Date('2033-01-01T00:00:00.000Z');
  const later = (periods: number): Date => new Date(NOW.getTime() + periods * 30_000);

  async function withFactor() {
    house.setNow(NOW);
    const { email, browser } = await newMember();
    const { secret, url } = await browser.call(startSecondFactor, { password: PASSWORD });
    expect(url).toContain(`secret=${secret}`);
    const code = totpCode(secret, totpStepAt(NOW));
    const { recoveryCodes } = await browser.call(confirmSecondFactor, { code });
    const enter = (given?: string) =>
      house.visit(signIn, { email, password: PASSWORD, ...(given === undefined ? {} : { code: given }) });
    return { email, browser, secret, code, recoveryCodes, enter };
  }

  test('is active once its first code was entered, is stored encrypted, and accepts each code once', async () => {
    const { email, secret, code, enter } = await withFactor();
    const row = await personOf(email);
    expect(row.totpSecret).not.toContain(secret);
    await expect(enter()).rejects.toMatchObject({ code: 'second_factor_required' });
    await expect(enter(code)).rejects.toMatchObject({ code: 'second_factor_required' });
    house.setNow(later(1));
    const next = totpCode(secret, totpStepAt(later(1)));
    const both = await Promise.allSettled([enter(next), enter(next)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('changes nothing until its first code is entered', async () => {
    const { email, browser } = await newMember();
    await browser.call(startSecondFactor, { password: PASSWORD });
    await expect(browser.call(confirmSecondFactor, { code: '000000' })).rejects.toMatchObject({
      code: 'second_factor_required',
    });
    await house.signIn(email);
  });

  test('ends the links that would open a session without it', async () => {
    house.setNow(NOW);
    const { email, browser } = await newMember();
    const { signInPath } = await house.call(prepareMember, { slug: 'shop', email, name: 'New', roles: ['agent'] });
    const { secret } = await browser.call(startSecondFactor, { password: PASSWORD });
    await browser.call(confirmSecondFactor, { code: totpCode(secret, totpStepAt(NOW)) });
    await expect(house.visit(redeemSignInLink, { token: tokenOf(signInPath) })).rejects.toMatchObject({
      code: 'unknown_link',
    });
  });

  test('accepts each recovery code once instead, and is turned off with the password', async () => {
    const { email, browser, recoveryCodes, enter } = await withFactor();
    expect(recoveryCodes).toHaveLength(10);
    const [first = ''] = recoveryCodes;
    await enter(first.toUpperCase());
    await expect(enter(first)).rejects.toMatchObject({ code: 'second_factor_required' });
    await expect(browser.call(startSecondFactor, { password: PASSWORD })).rejects.toMatchObject({
      code: 'second_factor_set',
    });
    await browser.call(removeSecondFactor, { password: PASSWORD });
    await house.signIn(email);
    expect(await personOf(email)).toMatchObject({ totpSecret: null, totpSince: null, recoveryCodes: [] });
  });
});
