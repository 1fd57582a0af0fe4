import { requestPasswordReset, resetPassword, showInvitation, signIn } from '@parley/common/contracts/console/sign-in';
import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { invitedPeople } from '../../test/invited-people.ts';
import { consoleOfFile, PASSWORD, tokenOf } from '../../test/open-console.ts';
import { shopsOf } from '../../test/open-shop.ts';

const SQUATTERS = 'the password of a squatter';
const WRONG = { code: 'wrong_credentials' };

const house = consoleOfFile();
const { newEmail, openShop } = shopsOf(house);
const { mails, invite, tokenFor, accept, slugsOf, turnOnSecondFactor } = invitedPeople(house);

/** Requests a new password and sets it. */
async function reset(email: string, password: string): Promise<void> {
  mails.length = 0;
  await house.visit(requestPasswordReset, { email, language: 'en' });
  const mail = await pollUntil(() => mails.find(({ to }) => to === email) ?? null, { what: () => 'the mail' });
  await house.visit(resetPassword, { token: tokenOf(mail.url), password });
}

describe('an address that the owner of another workspace registered', () => {
  test('can be invited, and belongs to the person who confirmed it; the squatter’s password opens only the squatter’s workspace', async () => {
    const [zed, alfa] = [await openShop(), await openShop()];
    const email = newEmail();
    await accept(await tokenFor(zed.owner, email, 'link'), SQUATTERS);
    const ann = await accept(await tokenFor(alfa.owner, email, 'mail'));
    expect(await slugsOf(ann)).toEqual([alfa.slug]);
    expect((await house.signIn(email)).member).toMatchObject({ tenantSlug: alfa.slug });
    expect((await house.signIn(email, SQUATTERS)).member).toMatchObject({ tenantSlug: zed.slug });
    await expect(house.signIn(email, 'neither of them')).rejects.toMatchObject(WRONG);
  });

  test('gets the same responses as an unknown address', async () => {
    const [zed, alfa] = [await openShop(), await openShop()];
    const [taken, free] = [newEmail(), newEmail()];
    await accept(await tokenFor(zed.owner, taken, 'mail'));
    const answers = [];
    for (const email of [taken, free]) {
      const mailed = await invite(alfa.owner, email, 'mail');
      const handed = await invite(alfa.owner, email, 'link');
      const token = tokenOf(handed.link);
      const shown = await house.visit(showInvitation, { token });
      const member = await accept(token, SQUATTERS);
      answers.push([mailed.isMailed, handed.isMailed, shown.hasAccount, await slugsOf(member)]);
    }
    expect(answers).toEqual(Array(2).fill([true, false, false, [alfa.slug]]));
  });

  test('is confirmed by a new password by mail, which invalidates the squatter’s password', async () => {
    const [zed, alfa] = [await openShop(), await openShop()];
    const email = newEmail();
    const squatter = await accept(await tokenFor(zed.owner, email, 'link'), SQUATTERS);
    await accept(await tokenFor(alfa.owner, email, 'link'));
    await reset(email, 'a new password');
    await expect(house.signIn(email, SQUATTERS)).rejects.toMatchObject(WRONG);
    await expect(house.signIn(email)).rejects.toMatchObject(WRONG);
    expect(await house.whoHas(squatter.token)).toBeNull();
    const ann = await house.signIn(email, 'a new password');
    expect((await slugsOf(ann)).toSorted()).toEqual([zed.slug, alfa.slug].toSorted());
  });

  test('is not withheld from its reader by a second factor of the squatter', async () => {
    const [zed, alfa] = [await openShop(), await openShop()];
    const email = newEmail();
    const squatter = await accept(await tokenFor(zed.owner, email, 'link'), SQUATTERS);
    await turnOnSecondFactor(squatter, SQUATTERS);
    await accept(await tokenFor(alfa.owner, email, 'link'));
    await reset(email, 'a new password');
    expect(await slugsOf(await house.signIn(email, 'a new password'))).toEqual([alfa.slug]);
  });

  test('is throttled for guesses even when the squatter signs in between them', async () => {
    const [zed, alfa] = [await openShop(), await openShop()];
    const email = newEmail();
    await accept(await tokenFor(zed.owner, email, 'link'), SQUATTERS);
    await accept(await tokenFor(alfa.owner, email, 'mail'));
    const there = { network: '198.51.100.1', device: 'e'.repeat(64) };
    const enter = (password: string) => house.visit(signIn, { email, password }, there);
    for (let count = 0; count < 10; count++) {
      await expect(enter(`guess ${count}`)).rejects.toMatchObject(WRONG);
      if (count < 9) await enter(SQUATTERS);
    }
    await expect(enter(PASSWORD)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
