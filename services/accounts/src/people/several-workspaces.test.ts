import { removeMember } from '@parley/common/contracts/console/members';
import {
  changePassword,
  joinWorkspace,
  listSessions,
  me,
  switchWorkspace,
  updateMe,
} from '@parley/common/contracts/console/my-account';
import { showInvitation } from '@parley/common/contracts/console/sign-in';
import { eraseTenant } from '@parley/common/contracts/operator/erasures';
import { updateTenant } from '@parley/common/contracts/operator/tenants';
import { describe, expect, test } from 'vitest';
import { invitedPeople } from '../../test/invited-people.ts';
import { consoleOfFile, PASSWORD } from '../../test/open-console.ts';
import { shopsOf } from '../../test/open-shop.ts';

const WRONG = { code: 'wrong_credentials' };

const house = consoleOfFile();
const { newEmail, openShop } = shopsOf(house);
const { wait, tokenFor, accept, slugsOf, turnOnSecondFactor } = invitedPeople(house);

test('an open invitation to an inactive workspace creates no member, and works once the workspace is active', async () => {
  const [one, two] = [await openShop(), await openShop()];
  const email = newEmail();
  const ann = await accept(await tokenFor(one.owner, email, 'mail'));
  const tokens = [await tokenFor(two.owner, newEmail(), 'link'), await tokenFor(two.owner, newEmail(), 'mail')];
  const own = await tokenFor(two.owner, email, 'link');
  const members = () => house.database.db.prisma.member.count({ where: { tenant: { slug: two.slug } } });
  await house.call(updateTenant, { slug: two.slug, status: 'inactive' });
  const refused = { code: 'tenant_inactive' };
  for (const token of tokens) {
    await expect(house.visit(showInvitation, { token })).rejects.toMatchObject(refused);
    await expect(accept(token)).rejects.toMatchObject(refused);
  }
  await expect(ann.call(joinWorkspace, { token: own })).rejects.toMatchObject(refused);
  expect(await members()).toBe(1);
  await house.call(updateTenant, { slug: two.slug, status: 'active' });
  for (const token of tokens) await accept(token);
  await ann.call(joinWorkspace, { token: own });
  expect(await members()).toBe(4);
});

describe('a person', () => {
  /** Ann is a member of one shop, and of another one by a mailed invitation; her session is in the second. */
  async function inTwo(password = PASSWORD) {
    const [one, two] = [await openShop(), await openShop()];
    const email = newEmail();
    const ann = await accept(await tokenFor(one.owner, email, 'mail'), password);
    return { one, two, email, ann, second: await accept(await tokenFor(two.owner, email, 'mail'), password) };
  }

  test('joins a second workspace with the password of the first, and with no other', async () => {
    const [one, two] = [await openShop(), await openShop()];
    const email = newEmail();
    await accept(await tokenFor(one.owner, email, 'mail'));
    const token = await tokenFor(two.owner, email, 'mail');
    expect(await house.visit(showInvitation, { token })).toMatchObject({ hasAccount: true });
    await expect(accept(token, 'the password of a stranger')).rejects.toMatchObject(WRONG);
    const ann = await accept(token);
    expect(ann.member).toMatchObject({ roles: ['agent'], tenantSlug: two.slug });
    expect(await slugsOf(ann)).toEqual([one.slug, two.slug]);
  });

  test('needs the second factor to join, which the mail does not replace', async () => {
    const [one, two] = [await openShop(), await openShop()];
    const email = newEmail();
    const ann = await accept(await tokenFor(one.owner, email, 'mail'));
    const code = await turnOnSecondFactor(ann, PASSWORD);
    const token = await tokenFor(two.owner, email, 'mail');
    await expect(accept(token)).rejects.toMatchObject({ code: 'second_factor_required' });
    expect(await slugsOf(await accept(token, PASSWORD, code))).toEqual([one.slug, two.slug]);
  });

  test('has a session in one workspace at a time, and can switch it only to their own workspaces', async () => {
    const { one, two, second } = await inTwo();
    const stranger = await openShop();
    expect(await house.whoHas(second.token)).toMatchObject({ tenantSlug: two.slug });
    await second.call(switchWorkspace, { slug: one.slug });
    const moved = await house.open(second.token);
    expect(moved.member).toMatchObject({ tenantSlug: one.slug, sessionId: second.member.sessionId });
    expect(moved.member.memberId).not.toBe(second.member.memberId);
    await expect(moved.call(switchWorkspace, { slug: stranger.slug })).rejects.toMatchObject({
      code: 'unknown_tenant',
    });
    const operator = await house.operator();
    await expect(operator.call(switchWorkspace, { slug: one.slug })).rejects.toMatchObject({
      code: 'permission_denied',
    });
  });

  test('signs in to the workspace that they used last', async () => {
    const { one, two, email, ann, second } = await inTwo();
    for (const [browser, slug] of [
      [ann, one.slug],
      [second, two.slug],
      [ann, one.slug],
    ] as const) {
      wait();
      await house.whoHas(browser.token);
      expect((await house.signIn(email)).member).toMatchObject({ tenantSlug: slug });
    }
  });

  test('has one password, language and list of sessions in all workspaces', async () => {
    const { email, ann, second } = await inTwo();
    await second.call(updateMe, { language: 'ar' });
    expect((await ann.call(me, {})).member).toMatchObject({ language: 'ar' });
    const { items } = await second.call(listSessions, {});
    expect(items.map(({ id }) => id).toSorted()).toEqual([ann, second].map((of) => of.member.sessionId).toSorted());
    await second.call(changePassword, { password: PASSWORD, newPassword: 'another password' });
    expect(await house.whoHas(ann.token)).toBeNull();
    await expect(house.signIn(email)).rejects.toMatchObject(WRONG);
    await house.signIn(email, 'another password');
  });

  test('who is removed from one workspace stays in the other, and loses the sessions of the first', async () => {
    const { one, two, email, ann, second } = await inTwo();
    await one.owner.call(removeMember, { id: ann.member.memberId ?? '' });
    expect(await house.whoHas(ann.token)).toBeNull();
    expect(await slugsOf(second)).toEqual([two.slug]);
    await expect(second.call(switchWorkspace, { slug: one.slug })).rejects.toMatchObject({ code: 'unknown_tenant' });
    await house.signIn(email);
  });

  test('stays when one of their workspaces is erased, and is deleted with the last one', async () => {
    const { one, two, email } = await inTwo();
    const people = () => house.database.db.prisma.person.count({ where: { emailKey: email } });
    await house.call(eraseTenant, { slug: one.slug });
    expect(await slugsOf(await house.signIn(email))).toEqual([two.slug]);
    await house.call(eraseTenant, { slug: two.slug });
    expect(await people()).toBe(0);
  });

  test('who is signed in joins with a link that was handed over, if it is for their address', async () => {
    const [one, two] = [await openShop(), await openShop()];
    const email = newEmail();
    const ann = await accept(await tokenFor(one.owner, email, 'link'));
    const other = await tokenFor(two.owner, newEmail(), 'link');
    await expect(ann.call(joinWorkspace, { token: other })).rejects.toMatchObject({ code: 'permission_denied' });
    const token = await tokenFor(two.owner, email.toUpperCase(), 'link');
    await ann.call(joinWorkspace, { token });
    const confirmed = async () =>
      (await house.database.db.prisma.person.findFirstOrThrow({ where: { emailKey: email } })).emailConfirmedAt;
    expect(await confirmed()).toBeNull();
    const mailed = await tokenFor((await openShop()).owner, email, 'mail');
    await (await house.open(ann.token)).call(joinWorkspace, { token: mailed });
    expect(await confirmed()).not.toBeNull();
    await (await house.open(ann.token)).call(switchWorkspace, { slug: two.slug });
    const moved = await house.open(ann.token);
    expect(moved.member).toMatchObject({ tenantSlug: two.slug });
    expect(await slugsOf(moved)).toEqual(expect.arrayContaining([one.slug, two.slug]));
    await expect(moved.call(joinWorkspace, { token })).rejects.toMatchObject({ code: 'unknown_link' });
  });
});
