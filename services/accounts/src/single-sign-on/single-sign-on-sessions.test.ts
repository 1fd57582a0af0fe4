import { removeMember } from '@parley/common/contracts/console/members';
import {
  joinWorkspace,
  listSessions,
  me,
  switchWorkspace,
  updateMe,
} from '@parley/common/contracts/console/my-account';
import { signIn } from '@parley/common/contracts/console/sign-in';
import { deleteSingleSignOn, setSingleSignOn } from '@parley/common/contracts/console/single-sign-on';
import { CLIENT } from '@parley/testing/servers/open-issuer';
import { describe, expect, test } from 'vitest';
import { type Browser, PASSWORD } from '../../test/open-console.ts';
import { GROUPS, NEW_AGENTS, NOT_SET, personOf, singleSignOnOfFile } from '../../test/open-single-sign-on.ts';

const { house, getIssuer, openShop, openOffice, join, enter } = singleSignOnOfFile();

describe('an issuer answers for its own workspace only', () => {
  test('its session reaches no other workspace of the person, sees none, and renames the person nowhere else', async () => {
    const [{ slug, owner }, other] = [await openOffice(), await openShop()];
    const { email } = await join(owner);
    const { prisma } = house.database.db;
    const own = await prisma.member.findFirstOrThrow({ where: { emailKey: email } });
    const { id: otherId } = await prisma.tenant.findUniqueOrThrow({ where: { slug: other.slug } });
    const shared = {
      memberId: 'mem_elsewhere000',
      tenantId: otherId,
      email,
      emailKey: email,
      name: 'Ann',
      roles: ['owner'],
    };
    await prisma.member.create({ data: { ...shared, personRow: own.personRow, createdAt: new Date() } });
    const withPassword = await house.open((await house.visit(signIn, { email, password: PASSWORD })).sessionToken);
    expect((await withPassword.call(me, {})).workspaces).toHaveLength(2);

    const browser = await enter(slug, personOf(email));
    expect((await browser.call(me, {})).workspaces.map((one) => one.slug)).toEqual([slug]);
    for (const ask of [
      () => browser.call(switchWorkspace, { slug: other.slug }),
      () => browser.call(joinWorkspace, { token: 'x'.repeat(43) }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'permission_denied' });
    await browser.call(updateMe, { name: 'Changed' });
    expect(await prisma.member.findFirst({ where: { memberId: 'mem_elsewhere000' } })).toMatchObject({ name: 'Ann' });
    await prisma.memberSession.updateMany({
      where: { sessionId: withPassword.member.sessionId },
      data: { memberRow: (await prisma.member.findUniqueOrThrow({ where: { memberId: 'mem_elsewhere000' } })).id },
    });
    const { items } = await browser.call(listSessions, {});
    expect(items.map(({ id }) => id)).not.toContain(withPassword.member.sessionId);
  });

  test('an issuer that names the owner of another workspace gets a new person, who is no member there', async () => {
    const victim = await openShop();
    const { email } = await join(victim.owner, 'owner');
    const { slug } = await openOffice(NEW_AGENTS);
    const thief = await enter(slug, personOf(email));
    expect(thief.member).toMatchObject({ tenantSlug: slug, roles: ['agent'] });
    const people = await house.database.db.prisma.person.count({ where: { emailKey: email } });
    expect(people).toBe(2);
    await expect(thief.call(switchWorkspace, { slug: victim.slug })).rejects.toMatchObject({
      code: 'permission_denied',
    });
    // The password of the real person still signs them in at home.
    expect((await house.signIn(email)).member.tenantSlug).toBe(victim.slug);
  });
});

describe('the sessions through an issuer end', () => {
  const cases: [string, (owner: Browser, id: string) => Promise<unknown>][] = [
    ['it is deleted', (owner) => owner.call(deleteSingleSignOn, {})],
    [
      'its domains change',
      (owner) =>
        owner.call(setSingleSignOn, { issuer: getIssuer().url, ...CLIENT, ...NOT_SET, domains: ['other.example'] }),
    ],
    [
      'another claim decides roles',
      (owner) => owner.call(setSingleSignOn, { issuer: getIssuer().url, ...CLIENT, ...NOT_SET, roleClaim: GROUPS }),
    ],
    ['its member is removed', (owner, id) => owner.call(removeMember, { id })],
  ];
  test.each(cases)('when %s; the owner’s stays valid', async (_what, change) => {
    const { slug, owner } = await openOffice();
    const { id, email } = await join(owner);
    const browser = await enter(slug, personOf(email));
    await change(owner, id);
    expect(await house.whoHas(browser.token)).toBeNull();
    expect(await house.whoHas(owner.token)).not.toBeNull();
  });

  test('but not when only its secret is replaced', async () => {
    const { slug, owner } = await openOffice();
    const { email } = await join(owner);
    const browser = await enter(slug, personOf(email));
    await owner.call(setSingleSignOn, { issuer: getIssuer().url, ...CLIENT, ...NOT_SET });
    expect(await house.whoHas(browser.token)).not.toBeNull();
  });
});
