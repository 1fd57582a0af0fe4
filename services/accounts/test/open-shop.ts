import { inviteMember } from '@parley/common/contracts/console/members';
import { acceptInvitation, redeemSignInLink } from '@parley/common/contracts/console/sign-in';
import { prepareMember } from '@parley/common/contracts/internal/console-session';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import { beforeAll } from 'vitest';
import { type Browser, type OpenConsole, PASSWORD, tokenOf } from './open-console.ts';

type Role = 'owner' | 'developer' | 'agent';

/** Makes tenants whose members are invited by their owners. */
export function shopsOf(house: OpenConsole) {
  let people = 0;
  const newEmail = (): string => `person-${++people}@shop.example`;
  const invite = (owner: Browser, role: Role = 'agent', email = newEmail()) =>
    owner.call(inviteMember, { email, roles: [role], by: 'link', language: 'en' });
  return {
    newEmail,
    invite,
    /** A tenant with an owner, who is its only member. */
    async openShop(): Promise<{ slug: string; owner: Browser; ownerId: string }> {
      const slug = `shop-${++people}`;
      await house.call(createTenant, { slug, balance: '10' });
      const given = { slug, email: newEmail(), name: 'Owner', roles: ['owner' as const] };
      const { memberId, signInPath } = await house.call(prepareMember, given);
      const { sessionToken } = await house.visit(redeemSignInLink, { token: tokenOf(signInPath) });
      return { slug, owner: await house.open(sessionToken), ownerId: memberId };
    },
    async join(owner: Browser, role: Role = 'agent') {
      const { link, invitation } = await invite(owner, role);
      const accepted = { token: tokenOf(link), name: 'Ann', password: PASSWORD };
      const browser = await house.open((await house.visit(acceptInvitation, accepted)).sessionToken);
      return { browser, id: browser.member.memberId ?? '', email: invitation.email };
    },
  };
}

/** The tenant `shop`, and members of it who have signed in. */
export function membersOfShop(house: OpenConsole) {
  beforeAll(async () => {
    await house.call(createTenant, { slug: 'shop' });
  });
  let people = 0;
  const newEmail = (): string => `person-${++people}@shop.example`;
  return {
    newEmail,
    async newMember(): Promise<{ email: string; browser: Browser }> {
      const email = newEmail();
      return { email, browser: await house.join('shop', email, 'developer') };
    },
    personOf: (email: string) => house.database.db.prisma.person.findFirstOrThrow({ where: { emailKey: email } }),
  };
}
