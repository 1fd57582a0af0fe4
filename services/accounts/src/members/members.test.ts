import {
  changeMemberRoles,
  inviteMember,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
} from '@parley/common/contracts/console/members';
import { listSessions, me } from '@parley/common/contracts/console/my-account';
import { acceptInvitation, showInvitation, signIn } from '@parley/common/contracts/console/sign-in';
import { actAsTenant } from '@parley/common/contracts/console/workspace';
import { updateTenant } from '@parley/common/contracts/operator/tenants';
import type { InputOf } from '@parley/common/define-contract';
import { ROLE_PERMISSIONS, TenantRoles } from '@parley/common/workspace/console-roles';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Browser, consoleOfFile, PASSWORD, tokenOf } from '../../test/open-console.ts';
import { shopsOf } from '../../test/open-shop.ts';

const NOW = new Date('2030-05-06T12:00:00.000Z');
const DAY_MS = 24 * 3_600_000;

const house = consoleOfFile();
const { newEmail, invite, openShop, join } = shopsOf(house);
beforeEach(() => house.setNow(NOW));

describe('an invitation', () => {
  test('creates a member of its tenant with its role, once', async () => {
    const { slug, owner } = await openShop();
    const { link, invitation, isMailed } = await invite(owner, 'developer');
    expect(isMailed).toBe(false);
    expect(link).toMatch(/^http:\/\/localhost:8080\/console\/join#[\w-]{43}$/);
    const token = tokenOf(link);
    expect(await house.visit(showInvitation, { token })).toEqual({
      email: invitation.email,
      roles: ['developer'],
      workspace: slug,
      hasAccount: false,
    });
    const accepted = { token, name: 'Ann', password: PASSWORD };
    const both = await Promise.allSettled([
      house.visit(acceptInvitation, accepted),
      house.visit(acceptInvitation, accepted),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(house.visit(showInvitation, { token })).rejects.toMatchObject({ code: 'unknown_link' });
    const ann = await house.signIn(invitation.email);
    expect(await ann.call(me, {})).toMatchObject({ roles: ['developer'], tenant: { slug } });
    expect((await owner.call(listInvitations, { limit: 50 })).items).toEqual([]);
  });

  test('stores no token', async () => {
    const { owner } = await openShop();
    const token = tokenOf((await invite(owner)).link);
    expect(JSON.stringify(await house.database.db.prisma.memberLink.findMany())).not.toContain(token);
  });

  test('returns its link when no server accepts the mail', async () => {
    const { owner } = await openShop();
    const given: InputOf<typeof inviteMember> = { email: newEmail(), roles: ['agent'], by: 'mail', language: 'en' };
    const { link, isMailed } = await owner.call(inviteMember, given);
    expect(isMailed).toBe(false);
    expect(tokenOf(link)).toHaveLength(43);
  });

  test('ends after 7 days, when it is withdrawn, and when another one replaces it', async () => {
    const { owner } = await openShop();
    const email = newEmail();
    const first = await invite(owner, 'agent', email);
    const second = await invite(owner, 'owner', email);
    const refused = { code: 'unknown_link' };
    const show = ({ link }: { link: string | null }) => house.visit(showInvitation, { token: tokenOf(link) });
    await expect(show(first)).rejects.toMatchObject(refused);
    expect(await show(second)).toMatchObject({ roles: ['owner'] });
    const { items } = await owner.call(listInvitations, { limit: 50 });
    expect(items.map(({ id }) => id)).toEqual([second.invitation.id]);
    const stranger = (await openShop()).owner;
    const id = second.invitation.id;
    await expect(stranger.call(revokeInvitation, { id })).rejects.toMatchObject({ code: 'unknown_invitation' });
    await owner.call(revokeInvitation, { id });
    await expect(show(second)).rejects.toMatchObject(refused);
    const third = await invite(owner);
    house.setNow(new Date(NOW.getTime() + 7 * DAY_MS + 1));
    await expect(show(third)).rejects.toMatchObject(refused);
  });

  test('of a member of the same tenant is member_exists', async () => {
    const { owner } = await openShop();
    const { email } = await join(owner);
    await expect(invite(owner, 'agent', email.toUpperCase())).rejects.toMatchObject({ code: 'member_exists' });
  });
});

describe('a member', () => {
  test('is listed only for their own tenant', async () => {
    const { owner, ownerId } = await openShop();
    const { id } = await join(owner);
    await join((await openShop()).owner);
    const first = await owner.call(listMembers, { limit: 1 });
    const rest = await owner.call(listMembers, { limit: 50, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items].map((member) => member.id)).toEqual([ownerId, id]);
    expect(JSON.stringify(first)).not.toContain('argon2');
  });

  test('is seen when they sign in', async () => {
    const { owner } = await openShop();
    const { id, email } = await join(owner);
    const later = new Date(NOW.getTime() + DAY_MS);
    house.setNow(later);
    await house.visit(signIn, { email, password: PASSWORD });
    const { items } = await owner.call(listMembers, { limit: 50 });
    expect(items.find((member) => member.id === id)?.lastSeenAt).toBe(later.toISOString());
  });

  test('who is removed is signed out, cannot sign in, and frees the address', async () => {
    const { owner } = await openShop();
    const { browser, id, email } = await join(owner);
    await owner.call(removeMember, { id });
    expect(await house.whoHas(browser.token)).toBeNull();
    await expect(house.visit(signIn, { email, password: PASSWORD })).rejects.toMatchObject({
      code: 'wrong_credentials',
    });
    await expect(owner.call(removeMember, { id })).rejects.toMatchObject({ code: 'unknown_member' });
    expect(await house.database.db.prisma.member.findUnique({ where: { memberId: id } })).toMatchObject({
      personRow: null,
      removedAt: NOW,
    });
    expect(await house.database.db.prisma.person.count({ where: { emailKey: email } })).toBe(0);
    await invite(owner, 'agent', email);
  });

  test('who gets another role is signed out at once, and has the new role at the next sign-in', async () => {
    const { owner } = await openShop();
    const { browser, id, email } = await join(owner);
    await owner.call(changeMemberRoles, { id, roles: ['agent'] });
    expect(await house.whoHas(browser.token)).toMatchObject({ roles: ['agent'] });
    expect(await owner.call(changeMemberRoles, { id, roles: ['developer'] })).toMatchObject({
      id,
      roles: ['developer'],
    });
    expect(await house.whoHas(browser.token)).toBeNull();
    expect((await house.signIn(email)).member).toMatchObject({ roles: ['developer'] });
  });

  test('who is a developer and an agent may do what each of them may', async () => {
    const { owner } = await openShop();
    const { id, email } = await join(owner);
    const changed = await owner.call(changeMemberRoles, { id, roles: ['developer', 'agent'] });
    expect(changed.roles.toSorted()).toEqual(['agent', 'developer']);
    const both = await house.signIn(email);
    const { permissions } = await both.call(me, {});
    const wanted = new Set([...ROLE_PERMISSIONS.developer, ...ROLE_PERMISSIONS.agent]);
    expect(new Set(permissions)).toEqual(wanted);
    // The same roles in another order change nothing, and end no session.
    await owner.call(changeMemberRoles, { id, roles: ['agent', 'developer'] });
    expect(await house.whoHas(both.token)).not.toBeNull();
  });

  test.each([
    [[], 'must name a role'],
    [['agent', 'agent'], 'must be distinct'],
    [['owner', 'agent'], 'must name no other role beside owner'],
  ])('the roles %j are refused: %s', (roles, message) => {
    expect(TenantRoles.safeParse(roles).error?.issues).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    ['was removed', (owner: Browser, id: string) => owner.call(removeMember, { id })],
    [
      'is no owner any more',
      (owner: Browser, id: string) => owner.call(changeMemberRoles, { id, roles: ['developer'] }),
    ],
  ])('who %s cannot return through an invitation that they made', async (_how, end) => {
    const { owner } = await openShop();
    const second = await join(owner, 'owner');
    const before = await invite(second.browser, 'owner');
    const others = await invite(owner);
    await end(owner, second.id);
    // Requested while they were an owner, and stored after their rights ended.
    const late = await invite(second.browser, 'owner');
    for (const { link } of [before, late]) {
      const token = tokenOf(link);
      const refused = { code: 'unknown_link' };
      await expect(house.visit(showInvitation, { token })).rejects.toMatchObject(refused);
      const accepted = { token, name: 'Ann', password: PASSWORD };
      await expect(house.visit(acceptInvitation, accepted)).rejects.toMatchObject(refused);
    }
    const { items } = await owner.call(listInvitations, { limit: 50 });
    expect(items.map(({ id }) => id)).toEqual([others.invitation.id]);
  });

  test('who is an owner again finds that the invitations from before have ended', async () => {
    const { owner } = await openShop();
    const second = await join(owner, 'owner');
    const { link } = await invite(second.browser, 'owner');
    for (const role of ['agent', 'owner'] as const)
      await owner.call(changeMemberRoles, { id: second.id, roles: [role] });
    await expect(house.visit(showInvitation, { token: tokenOf(link) })).rejects.toMatchObject({ code: 'unknown_link' });
  });

  test('of another tenant is unknown_member', async () => {
    const [{ owner }, { ownerId }] = [await openShop(), await openShop()];
    const refused = { code: 'unknown_member' };
    await expect(owner.call(removeMember, { id: ownerId })).rejects.toMatchObject(refused);
    await expect(owner.call(changeMemberRoles, { id: ownerId, roles: ['agent'] })).rejects.toMatchObject(refused);
  });

  test('who is the last owner stays owner, even when two owners remove each other at once', async () => {
    const { owner, ownerId } = await openShop();
    const refused = { code: 'last_owner' };
    await expect(owner.call(removeMember, { id: ownerId })).rejects.toMatchObject(refused);
    await expect(owner.call(changeMemberRoles, { id: ownerId, roles: ['agent'] })).rejects.toMatchObject(refused);
    const second = await join(owner, 'owner');
    const both = await Promise.allSettled([
      owner.call(removeMember, { id: second.id }),
      second.browser.call(removeMember, { id: ownerId }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused });
  });
});

test('members of an inactive tenant can sign in, and are marked inactive until it is active again', async () => {
  const { slug, owner } = await openShop();
  const { browser, email } = await join(owner);
  const operator = await house.operator();
  await operator.call(actAsTenant, { slug });
  for (const status of ['inactive', 'active'] as const) {
    await house.call(updateTenant, { slug, status });
    const isTenantActive = status === 'active';
    for (const { token } of [browser, operator, await house.signIn(email)])
      expect(await house.authenticate(token)).toMatchObject({ isTenantActive });
    expect(await browser.call(me, {})).toMatchObject({ tenant: { slug, status } });
  }
  await operator.call(actAsTenant, { slug: null });
  expect(await house.authenticate(operator.token)).toMatchObject({ isTenantActive: true });
});

describe('the operator', () => {
  test('acts as one tenant at a time, or as none', async () => {
    const { slug } = await openShop();
    const operator = await house.operator();
    await operator.call(actAsTenant, { slug });
    expect(await house.whoHas(operator.token)).toMatchObject({ roles: ['operator'], tenantSlug: slug });
    await operator.call(actAsTenant, { slug: null });
    expect(await house.whoHas(operator.token)).toMatchObject({ tenantId: null, tenantSlug: null });
    await expect(operator.call(actAsTenant, { slug: 'nobody' })).rejects.toMatchObject({ code: 'unknown_tenant' });
  });

  test('is signed out when the admin token is replaced, and sees no sessions of the previous token', async () => {
    const { owner } = await openShop();
    const operator = await house.operator();
    house.setAdminToken('b'.repeat(64));
    expect(await house.whoHas(operator.token)).toBeNull();
    expect(await house.whoHas(owner.token)).not.toBeNull();
    const next = await house.operator();
    const { items } = await next.call(listSessions, {});
    expect(items.map(({ id }) => id)).toEqual([next.member.sessionId]);
  });
});
