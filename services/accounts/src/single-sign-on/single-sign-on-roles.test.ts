import { listMembers } from '@parley/common/contracts/console/members';
import { me } from '@parley/common/contracts/console/my-account';
import { RoleClaim, setSingleSignOn } from '@parley/common/contracts/console/single-sign-on';
import { CLIENT } from '@parley/testing/servers/open-issuer';
import { describe, expect, test } from 'vitest';
import type { Browser } from '../../test/open-console.ts';
import { GROUPS, NOT_SET, personOf, singleSignOnOfFile } from '../../test/open-single-sign-on.ts';

const { house, getIssuer, openShop, openOffice, join, newEmail, enter } = singleSignOnOfFile();

describe('the claim of roles', () => {
  const rolesOf = async (browser: Browser) => (await browser.call(me, {})).roles.toSorted();

  test('gives its roles at each sign-in, and ends the sessions with others', async () => {
    const { slug, owner } = await openOffice({ roleClaim: GROUPS });
    const { email } = await join(owner);
    const first = await enter(slug, personOf(email, { groups: ['code', 'desk', 'unknown'] }));
    expect(await rolesOf(first)).toEqual(['agent', 'developer']);
    const second = await enter(slug, personOf(email, { groups: ['desk', 'code'] }));
    expect(await house.whoHas(first.token)).not.toBeNull();
    const third = await enter(slug, personOf(email, { groups: 'code' }));
    expect(await rolesOf(third)).toEqual(['developer']);
    for (const { token } of [first, second]) expect(await house.whoHas(token)).toBeNull();
    const { items } = await owner.call(listMembers, { limit: 50 });
    expect(items.find((member) => member.email === email)?.roles).toEqual(['developer']);
  });

  test('makes a member of a person with a value, and refuses one without', async () => {
    const { slug } = await openOffice({ roleClaim: { ...GROUPS, name: 'groups.of.parley' } });
    const groups = { of: { parley: ['desk'] } };
    expect(await rolesOf(await enter(slug, personOf(newEmail(), { groups })))).toEqual(['agent']);
    for (const none of [undefined, null, [], 'Desk', ['desk '], [['desk']]])
      await expect(enter(slug, personOf(newEmail(), { groups: none }))).rejects.toMatchObject({
        code: 'single_sign_on_refused',
        message: 'The issuer gives this account no role in this workspace.',
      });
  });

  test('never changes an owner', async () => {
    const { slug, owner } = await openOffice({ roleClaim: GROUPS });
    const { email } = await join(owner, 'owner');
    for (const groups of [[], ['desk']])
      expect(await rolesOf(await enter(slug, personOf(email, { groups })))).toEqual(['owner']);
  });

  test('is refused beside a role of new members, and without a value', async () => {
    const { owner } = await openShop();
    const given = { issuer: getIssuer().url, ...CLIENT, ...NOT_SET, roleClaim: GROUPS };
    await expect(owner.call(setSingleSignOn, { ...given, newMemberRole: 'agent' })).rejects.toMatchObject({
      code: 'invalid_new_member_role',
    });
    expect(RoleClaim.safeParse({ name: 'groups' }).error?.issues).toMatchObject([
      { message: 'must have a value for a role' },
    ]);
  });
});
