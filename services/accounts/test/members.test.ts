import {
  changeMemberRole,
  inviteMember,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
} from '@parley/common/contracts/console/members';
import { me } from '@parley/common/contracts/console/my-account';
import { acceptInvitation, redeemSignInLink, showInvitation, signIn } from '@parley/common/contracts/console/sign-in';
import { actAsTenant, home, keyUsage, listAudit, listLedger, usage } from '@parley/common/contracts/console/workspace';
import { prepareMember, recordAudit, settleAudit } from '@parley/common/contracts/internal/console-session';
import { createKey } from '@parley/common/contracts/operator/keys';
import { addCredit, createTenant } from '@parley/common/contracts/operator/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, type OpenConsole, openConsole, PASSWORD, tokenOf } from './open-console.ts';

const NOW = new Date('2030-05-06T12:00:00.000Z');
const DAY_MS = 24 * 3_600_000;

let house: OpenConsole;
let people = 0;
const newEmail = (): string => `person-${++people}@shop.example`;

/** A tenant with an owner, who is its only member. */
async function openShop(): Promise<{ slug: string; owner: Browser; ownerId: string }> {
  const slug = `shop-${++people}`;
  await house.call(createTenant, { slug, balance: '10' });
  const given = { slug, email: newEmail(), name: 'Owner', role: 'owner' } as const;
  const { member_id, sign_in_path } = await house.call(prepareMember, given);
  const { session_token } = await house.visit(redeemSignInLink, { token: tokenOf(sign_in_path) });
  return { slug, owner: await house.open(session_token), ownerId: member_id };
}

const invite = (owner: Browser, role: 'owner' | 'developer' | 'agent' = 'agent', email = newEmail()) =>
  owner.call(inviteMember, { email, role, by: 'link', language: 'en' });

async function join(owner: Browser, role: 'owner' | 'developer' | 'agent' = 'agent') {
  const { link, invitation } = await invite(owner, role);
  const accepted = { token: tokenOf(link), name: 'Ann', password: PASSWORD };
  const browser = await house.open((await house.visit(acceptInvitation, accepted)).session_token);
  return { browser, id: browser.member.member_id ?? '', email: invitation.email };
}

beforeAll(async () => {
  house = await openConsole();
});
afterAll(() => house[Symbol.asyncDispose]());
beforeEach(() => house.setNow(NOW));

describe('an invitation', () => {
  test('makes a member of its tenant with its role, once', async () => {
    const { slug, owner } = await openShop();
    const { link, invitation, is_mailed } = await invite(owner, 'developer');
    expect(is_mailed).toBe(false);
    expect(link).toMatch(/^http:\/\/localhost:8080\/console\/join#[\w-]{43}$/);
    const token = tokenOf(link);
    expect(await house.visit(showInvitation, { token })).toEqual({
      email: invitation.email,
      role: 'developer',
      workspace: slug,
    });
    const accepted = { token, name: 'Ann', password: PASSWORD };
    const both = await Promise.allSettled([
      house.visit(acceptInvitation, accepted),
      house.visit(acceptInvitation, accepted),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(house.visit(showInvitation, { token })).rejects.toMatchObject({ code: 'unknown_link' });
    const ann = await house.signIn(invitation.email);
    expect(await ann.call(me, {})).toMatchObject({ role: 'developer', tenant: { slug } });
    expect((await owner.call(listInvitations, { limit: 50 })).items).toEqual([]);
  });

  test('stores no token', async () => {
    const { owner } = await openShop();
    const token = tokenOf((await invite(owner)).link);
    expect(JSON.stringify(await house.database.db.prisma.memberLink.findMany())).not.toContain(token);
  });

  test('shows its link where no server takes the mail', async () => {
    const { owner } = await openShop();
    const given = { email: newEmail(), role: 'agent', by: 'mail', language: 'en' } as const;
    const { link, is_mailed } = await owner.call(inviteMember, given);
    expect(is_mailed).toBe(false);
    expect(tokenOf(link)).toHaveLength(43);
  });

  test('is over after 7 days, when it is withdrawn, and when another one replaces it', async () => {
    const { owner } = await openShop();
    const email = newEmail();
    const first = await invite(owner, 'agent', email);
    const second = await invite(owner, 'owner', email);
    const refused = { code: 'unknown_link' };
    const show = ({ link }: { link: string | null }) => house.visit(showInvitation, { token: tokenOf(link) });
    await expect(show(first)).rejects.toMatchObject(refused);
    expect(await show(second)).toMatchObject({ role: 'owner' });
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

  test('of somebody who is a member of any tenant is member_exists, also when they became one meanwhile', async () => {
    const [{ owner }, { owner: other }] = [await openShop(), await openShop()];
    const email = newEmail();
    const [mine, theirs] = [await invite(owner, 'agent', email), await invite(other, 'agent', email.toUpperCase())];
    const accept = ({ link }: { link: string | null }) =>
      house.visit(acceptInvitation, { token: tokenOf(link), name: 'Ann', password: PASSWORD });
    await accept(mine);
    await expect(accept(theirs)).rejects.toMatchObject({ code: 'member_exists' });
    await expect(invite(owner, 'agent', email)).rejects.toMatchObject({ code: 'member_exists' });
  });
});

describe('a member', () => {
  test('is listed to the own tenant alone', async () => {
    const { owner, ownerId } = await openShop();
    const { id } = await join(owner);
    await join((await openShop()).owner);
    const first = await owner.call(listMembers, { limit: 1 });
    const rest = await owner.call(listMembers, { limit: 50, cursor: first.next_cursor ?? '' });
    expect([...first.items, ...rest.items].map((member) => member.id)).toEqual([ownerId, id]);
    expect(JSON.stringify(first)).not.toContain('argon2');
  });

  test('who is removed is signed out, signs in no more, and gives the address free', async () => {
    const { owner } = await openShop();
    const { browser, id, email } = await join(owner);
    await owner.call(removeMember, { id });
    expect(await house.whoHas(browser.token)).toBeNull();
    await expect(house.visit(signIn, { email, password: PASSWORD })).rejects.toMatchObject({
      code: 'wrong_credentials',
    });
    await expect(owner.call(removeMember, { id })).rejects.toMatchObject({ code: 'unknown_member' });
    expect(await house.database.db.prisma.member.findUnique({ where: { memberId: id } })).toMatchObject({
      passwordHash: null,
      removedAt: NOW,
    });
    await invite(owner, 'agent', email);
  });

  test('has another role at once', async () => {
    const { owner } = await openShop();
    const { browser, id } = await join(owner);
    expect(await owner.call(changeMemberRole, { id, role: 'developer' })).toMatchObject({ id, role: 'developer' });
    expect(await house.whoHas(browser.token)).toMatchObject({ role: 'developer' });
  });

  test('of another tenant is unknown_member', async () => {
    const [{ owner }, { ownerId }] = [await openShop(), await openShop()];
    const refused = { code: 'unknown_member' };
    await expect(owner.call(removeMember, { id: ownerId })).rejects.toMatchObject(refused);
    await expect(owner.call(changeMemberRole, { id: ownerId, role: 'agent' })).rejects.toMatchObject(refused);
  });

  test('who is the last owner stays it, also when two owners remove each other at once', async () => {
    const { owner, ownerId } = await openShop();
    const refused = { code: 'last_owner' };
    await expect(owner.call(removeMember, { id: ownerId })).rejects.toMatchObject(refused);
    await expect(owner.call(changeMemberRole, { id: ownerId, role: 'agent' })).rejects.toMatchObject(refused);
    const second = await join(owner, 'owner');
    const both = await Promise.allSettled([
      owner.call(removeMember, { id: second.id }),
      second.browser.call(removeMember, { id: ownerId }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused });
  });
});

describe('the operator', () => {
  test('acts as one tenant at a time, or as none', async () => {
    const { slug } = await openShop();
    const operator = await house.operator();
    await operator.call(actAsTenant, { slug });
    expect(await house.whoHas(operator.token)).toMatchObject({ role: 'operator', tenant_slug: slug });
    await operator.call(actAsTenant, { slug: null });
    expect(await house.whoHas(operator.token)).toMatchObject({ tenant_id: null, tenant_slug: null });
    await expect(operator.call(actAsTenant, { slug: 'nobody' })).rejects.toMatchObject({ code: 'unknown_tenant' });
  });
});

describe('the audit log', () => {
  test('shows who asked for what and how it ended, newest first, to the own tenant alone', async () => {
    const [{ owner, ownerId }, { owner: stranger }] = [await openShop(), await openShop()];
    const first = await owner.call(recordAudit, { action: 'create-key', input: { label: 'till' } });
    const changes = [{ field: 'label', before: null, after: 'till' }];
    const second = await owner.call(recordAudit, { action: 'remove-member', input: {} });
    await owner.call(settleAudit, { id: first.id, outcome: 'done', changes });
    await owner.call(settleAudit, { id: first.id, outcome: 'unknown_tenant', changes: [] });
    const { items } = await owner.call(listAudit, { limit: 50 });
    expect(items).toMatchObject([
      { id: second.id, action: 'remove-member', outcome: 'unknown', changes: [] },
      {
        id: first.id,
        action: 'create-key',
        outcome: 'done',
        input: { label: 'till' },
        changes,
        actor: { type: 'member', id: ownerId },
        address: '203.0.113.7',
        at: NOW.toISOString(),
      },
      { action: 'redeem-sign-in-link', outcome: 'done', actor: { type: 'member', id: ownerId } },
    ]);
    expect((await stranger.call(listAudit, { limit: 50, action: 'create-key' })).items).toEqual([]);
    const only = await owner.call(listAudit, { limit: 50, action: 'create-key', member_id: ownerId });
    expect(only.items.map(({ id }) => id)).toEqual([first.id]);
    const later = new Date(NOW.getTime() + 1).toISOString();
    expect((await owner.call(listAudit, { limit: 50, since: later })).items).toEqual([]);
  });

  test('of an operator who acts as a tenant is in that tenant’s log, else in the deployment’s', async () => {
    const { slug, owner } = await openShop();
    const operator = await house.operator();
    await operator.call(recordAudit, { action: 'create-tenant', input: { slug } });
    await operator.call(actAsTenant, { slug });
    const acting = await house.open(operator.token);
    await acting.call(recordAudit, { action: 'remove-member', input: {} });
    const { items } = await owner.call(listAudit, { limit: 1 });
    expect(items).toMatchObject([{ action: 'remove-member', actor: { type: 'operator', id: null, email: null } }]);
    const own = await operator.call(listAudit, { limit: 1 });
    expect(own.items).toMatchObject([{ action: 'create-tenant' }]);
  });
});

test('who signs in, joins or sets a new password is in the audit log', async () => {
  const { owner } = await openShop();
  const { id, email } = await join(owner);
  await house.signIn(email);
  const { items } = await owner.call(listAudit, { limit: 50, member_id: id });
  expect(items.map(({ action, actor }) => [action, actor.email])).toEqual([
    ['sign-in', email],
    ['accept-invitation', email],
  ]);
});

describe('a workspace', () => {
  test('that is new has nothing but its credit, which only an owner sees', async () => {
    const { slug, owner } = await openShop();
    const nothing = { messages_in: 0, messages_out: 0, messages_failed: 0 };
    expect(await owner.call(home, {})).toEqual({
      checklist: { has_key: false, has_channel: false, has_message: false, has_webhook_success: false },
      today: nothing,
      week_ago: nothing,
      waiting_deliveries: 0,
      balance: 10,
    });
    await house.call(createKey, { slug, label: 'till', channels: ['wa'] });
    const { browser } = await join(owner, 'agent');
    expect(await browser.call(home, {})).toMatchObject({ checklist: { has_key: true }, balance: null });
    expect(await owner.call(usage, { days: 30 })).toEqual({ items: [] });
  });

  test('shows what was sent by day, channel and key, and nothing of another', async () => {
    const { slug, owner } = await openShop();
    const { prisma } = house.database.db;
    const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { slug } });
    const { instance_id } = await house.call(createKey, { slug, label: 'till', channels: ['wa'] });
    const before = (ms: number): Date => new Date(NOW.getTime() - ms);
    const message = { tenantId, conversationId: 1, channelAccountId: 1, channel: 'wa', peer: '1', text: '', price: 0 };
    const sent = { ...message, direction: 'out', origin: 'api', status: 'sent', happenedAt: NOW, createdAt: before(1) };
    await prisma.message.createMany({
      data: [
        { ...sent, instanceId: instance_id },
        { ...sent, instanceId: instance_id, status: 'failed' },
        { ...sent, instanceId: instance_id, createdAt: before(DAY_MS) },
        { ...sent, origin: 'dashboard' },
        { ...sent, direction: 'in', origin: 'customer', status: 'received' },
        { ...sent, tenantId: tenantId + 1000, instanceId: instance_id },
      ],
    });
    const row = { channel: 'wa', instance_id, label: 'till', messages_out: 1, messages_failed: 0 };
    const [today, yesterday] = [NOW, before(DAY_MS)].map((at) => at.toISOString().slice(0, 10));
    expect(await owner.call(keyUsage, { days: 30 })).toEqual({
      items: [
        { ...row, day: today, messages_out: 2, messages_failed: 1 },
        { ...row, day: today, instance_id: null, label: null },
        { ...row, day: yesterday },
      ],
      is_cut: false,
    });
    expect((await owner.call(keyUsage, { days: 1 })).items).toHaveLength(2);
  });

  test('shows movements of every kind', async () => {
    const { slug, owner } = await openShop();
    const { prisma } = house.database.db;
    const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { slug } });
    const kinds = listLedger.output.shape.items.element.shape.kind.options;
    await prisma.creditEntry.createMany({ data: kinds.map((kind) => ({ tenantId, kind, amount: '-0.5' })) });
    const { items } = await owner.call(listLedger, { limit: kinds.length });
    expect(items.map(({ kind }) => kind)).toEqual(kinds.toReversed());
    // What sends write.
    expect(kinds).toEqual(expect.arrayContaining(['reserve', 'refund', 'bot']));
  });

  test('shows every movement of its credit, newest first, and no other’s', async () => {
    const { slug, owner } = await openShop();
    await house.call(addCredit, { slug, amount: '2.5', note: 'paid' });
    const first = await owner.call(listLedger, { limit: 1 });
    const rest = await owner.call(listLedger, { limit: 50, cursor: first.next_cursor ?? '' });
    expect([...first.items, ...rest.items]).toMatchObject([
      { kind: 'top_up', amount: '2.500000', note: 'paid', message_id: null },
      { kind: 'top_up', amount: '10.000000' },
    ]);
    expect((await (await openShop()).owner.call(listLedger, { limit: 50 })).items).toHaveLength(1);
  });
});
