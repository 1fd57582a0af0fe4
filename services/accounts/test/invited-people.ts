import { inviteMember } from '@parley/common/contracts/console/members';
import { confirmSecondFactor, me, startSecondFactor } from '@parley/common/contracts/console/my-account';
import { acceptInvitation } from '@parley/common/contracts/console/sign-in';
import { beforeEach } from 'vitest';
import { totpCode, totpStepAt } from '../src/people/second-factor.rules.ts';
import { collectMails } from './collect-mails.ts';
import { type Browser, type OpenConsole, PASSWORD, tokenOf } from './open-console.ts';

const NOW = new Date('2036-01-01T00:00:00.000Z');

/** People who are invited to workspaces. Each test runs two hours later, because mails to one address are limited. */
export function invitedPeople(house: OpenConsole) {
  const mails = collectMails(house);
  let hours = 0;
  const now = (): Date => new Date(NOW.getTime() + hours * 7_200_000);
  const wait = (): void => {
    hours++;
    house.setNow(now());
  };
  beforeEach(wait);

  const invite = (owner: Browser, email: string, by: 'mail' | 'link') =>
    owner.call(inviteMember, { email, roles: ['agent'], by, language: 'en' });

  return {
    mails,
    /** Moves the clock by two hours. */
    wait,
    invite,
    /** The token of an invitation, mailed or handed over. */
    async tokenFor(owner: Browser, email: string, by: 'mail' | 'link'): Promise<string> {
      const { link } = await invite(owner, email, by);
      return tokenOf(link ?? mails.at(-1)?.url ?? null);
    },
    async accept(token: string, password = PASSWORD, code?: string): Promise<Browser> {
      const given = { token, name: 'Ann', password, ...(code === undefined ? {} : { code }) };
      return house.open((await house.visit(acceptInvitation, given)).sessionToken);
    },
    /** The workspaces of the person. */
    slugsOf: async (browser: Browser): Promise<string[]> =>
      (await browser.call(me, {})).workspaces.map(({ slug }) => slug),
    /** Returns the next code. */
    async turnOnSecondFactor(browser: Browser, password: string): Promise<string> {
      const { secret } = await browser.call(startSecondFactor, { password });
      await browser.call(confirmSecondFactor, { code: totpCode(secret, totpStepAt(now())) });
      return totpCode(secret, totpStepAt(now()) + 1);
    },
  };
}
