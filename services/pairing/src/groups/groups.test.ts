import { createHash } from 'node:crypto';
import { createGroup } from '@parley/common/contracts/groups/create-group';
import { group } from '@parley/common/contracts/groups/group';
import { groupInvite, joinGroup, revokeGroupInvite } from '@parley/common/contracts/groups/group-invite';
import { groupMembers } from '@parley/common/contracts/groups/group-members';
import { decideGroupRequests, groupRequests } from '@parley/common/contracts/groups/group-requests';
import { groups } from '@parley/common/contracts/groups/groups';
import { leaveGroup } from '@parley/common/contracts/groups/leave-group';
import { updateGroup } from '@parley/common/contracts/groups/update-group';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { actAsTenant, type TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const BOB = '15580002';
const CAROL = '15580003';
const DAN = '15580004';
let open: OpenPairing;
let lastNumber = 15_581_000;

beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('w1');
  await open.network.putPhone({ number: BOB, name: 'Bob' });
  await open.network.putPhone({ number: CAROL, group_adds: 'contacts_only' });
  await open.network.putPhone({ number: DAN });
}, 60_000);
afterAll(() => open[Symbol.asyncDispose]());
afterEach(() => open.network.changeSettings({ group_queries: 'answered', group_size: 1024 }));

type Idempotency = NonNullable<Parameters<OpenPairing['act']>[3]>;
const idempotency = (key: string): Idempotency => ({
  key,
  bodyHash: createHash('sha256').update(key).digest('hex'),
});

/** A tenant with a linked phone, and its calls. */
async function link() {
  const tenant = await open.makeTenant();
  const number = String(++lastNumber);
  const device = await open.link(tenant, number);
  const call = async <C extends Contract>(
    contract: C,
    input: InputOf<C>,
    given?: Idempotency,
    caller: TestTenant = tenant,
  ): Promise<OutputOf<C>> => (await open.act(caller, contract, input, given)).output;
  const make = async (participants: string[] = []) =>
    (await call(createGroup, { subject: 'Team', participants })).group.groupId;
  return { tenant, number, device, call, make };
}
const shown = async (id: string) => (await open.network.groups()).find((one) => one.id === id);

test('creates a group with a result for each person, and reads, changes and leaves it', async () => {
  const { call, number } = await link();
  const people = [`+${BOB}`, `+${CAROL}`, '+15589999'];
  const made = await call(createGroup, { subject: 'Order 7', description: 'Questions', participants: people });
  expect(made.results.map(({ address, ok, error }) => [address, ok, error])).toEqual([
    [`+${BOB}`, true, null],
    [`+${CAROL}`, false, 'only_contacts_may_add'],
    ['+15589999', false, 'not_on_network'],
  ]);
  expect(made.results[1]?.message).toContain('group-invite');
  const { groupId } = made.group;
  const read = await call(group, { groupId });
  expect(read.group).toMatchObject({ subject: 'Order 7', description: 'Questions', role: 'owner', size: 2 });
  expect(read.group.owner).toBe(`+${number}`);
  expect(read.group.members).toEqual([
    { address: `+${number}`, lid: `9${number}@lid`, role: 'owner' },
    { address: `+${BOB}`, lid: `9${BOB}@lid`, role: 'member' },
  ]);
  const settings = { onlyAdminsSend: true, onlyAdminsEdit: true, membersAdd: true, approveJoins: true };
  const changed = await call(updateGroup, {
    ...{ groupId, subject: 'Order 8', remove: ['description'] },
    settings: { ...settings, disappearingS: 86_400 },
  });
  expect(changed.group).toMatchObject({
    ...{ subject: 'Order 8', description: null, settings: { ...settings, disappearingS: 86_400 } },
  });
  expect(await shown(groupId)).toMatchObject({ subject: 'Order 8', description: null, rules: { locked: true } });
  await expect(call(updateGroup, { groupId, description: 'x', remove: ['description'] })).rejects.toMatchObject({
    code: 'invalid_remove',
  });
  const back = await call(updateGroup, { groupId, settings: { onlyAdminsSend: false, disappearingS: 0 } });
  expect(back.group.settings).toEqual({ ...settings, onlyAdminsSend: false, disappearingS: 0 });
  await call(leaveGroup, { groupId });
  await expect(call(group, { groupId })).rejects.toMatchObject({ code: 'unknown_group' });
  await expect(call(leaveGroup, { groupId })).rejects.toMatchObject({ code: 'unknown_group' });
});

test('adds, promotes, demotes and removes, with the network’s reason for each person', async () => {
  const { call, make, number } = await link();
  const groupId = await make([`+${BOB}`]);
  const change = async (what: InputOf<typeof groupMembers>['change'], ...members: string[]) =>
    (await call(groupMembers, { groupId, change: what, members })).results.map(({ ok, error }) => error ?? ok);
  expect(await change('add', `+${BOB}`, `9${DAN}@lid`)).toEqual(['already_member', true]);
  expect(await change('promote', `+${DAN}`, `+${CAROL}`)).toEqual([true, 'not_found']);
  expect((await call(group, { groupId })).group.members.find(({ address }) => address === `+${DAN}`)?.role).toBe(
    'admin',
  );
  expect(await change('demote', `9${DAN}@lid`)).toEqual([true]);
  expect(await change('remove', `+${DAN}`, `+${number}`)).toEqual([true, 'refused']);
  await open.network.changeSettings({ group_size: 2 });
  expect(await change('add', `+${DAN}`)).toEqual(['group_full']);
  const many = Array.from({ length: 6 }, (_, index) => `+1558100${index}`);
  await expect(change('add', ...many)).rejects.toMatchObject({ code: 'invalid_members' });
});

test('a member who is no admin, a stranger and an over-limit network have answers of their own', async () => {
  const { call, number } = await link();
  const theirs = await open.network.makeGroup({ subject: 'Theirs', owner: BOB, participants: [number] });
  const foreign = await open.network.makeGroup({ subject: 'Foreign', owner: BOB, participants: [] });
  const member = { groupId: theirs.id };
  const notAdmin = { code: 'not_group_admin', status: 403 };
  await expect(call(groupInvite, member)).rejects.toMatchObject(notAdmin);
  await expect(call(revokeGroupInvite, member)).rejects.toMatchObject(notAdmin);
  await expect(call(groupRequests, member)).rejects.toMatchObject(notAdmin);
  await expect(call(updateGroup, { ...member, settings: { approveJoins: true } })).rejects.toMatchObject(notAdmin);
  const remove = { change: 'remove' as const, members: [`+${BOB}`] };
  await expect(call(groupMembers, { ...member, ...remove })).rejects.toMatchObject(notAdmin);
  const unknown = { code: 'unknown_group', status: 404 };
  for (const groupId of [foreign.id, '120363999999999999@g.us']) {
    await expect(call(group, { groupId })).rejects.toMatchObject(unknown);
    await expect(call(groupMembers, { groupId, ...remove })).rejects.toMatchObject(unknown);
    await expect(call(groupMembers, { groupId, change: 'add', members: [`+${BOB}`] })).rejects.toMatchObject(unknown);
    await expect(call(groupInvite, { groupId })).rejects.toMatchObject(unknown);
  }
  await open.network.changeSettings({ group_queries: 'overlimit' });
  const limited = { code: 'rate_limited', status: 429, extras: { retry_after: expect.any(Number) } };
  await expect(call(groupInvite, member)).rejects.toMatchObject(limited);
});

test('adds five people in ten seconds and twenty a day, also after a restart, and queues nothing', async () => {
  const { call, make } = await link();
  const groupId = await make();
  const start = Date.now();
  let passedMs = 0;
  open.setNow(() => new Date(start + passedMs));
  let next = 0;
  const people = async (count: number) => {
    const numbers = Array.from({ length: count }, () => String(15_583_000 + next++));
    for (const number of numbers) await open.network.putPhone({ number });
    return numbers.map((number) => `+${number}`);
  };
  const add = async (count: number) => call(groupMembers, { groupId, change: 'add', members: await people(count) });
  const paced = (seconds: number) => ({ code: 'rate_limited', status: 429, extras: { retry_after: seconds } });
  await add(3);
  await expect(add(3)).rejects.toMatchObject(paced(10));
  await open.stopWorker('w1');
  await open.startWorker('w1');
  const refusal = await open.until('the pace after a restart', () =>
    add(3).then(
      () => ({ code: 'none', extras: {} }),
      (error) => error.code === 'rate_limited' && error,
    ),
  );
  expect(refusal).toMatchObject(paced(10));
  await expect(call(createGroup, { subject: 'More', participants: await people(3) })).rejects.toMatchObject(paced(10));
  await add(2);
  for (const _round of [1, 2, 3]) {
    passedMs += 10_000;
    await add(5);
  }
  passedMs += 10_000;
  await expect(add(1)).rejects.toMatchObject(paced(24 * 3600 - 40));
  expect((await shown(groupId))?.participants).toHaveLength(21);
  open.setNow(null);
}, 60_000);

test('lists the groups by id in pages, with what the network reports since', async () => {
  const { call, make, number } = await link();
  const first = await make();
  const second = (await open.network.makeGroup({ subject: 'Theirs', owner: BOB, participants: [number] })).id;
  const list = async (limit = 100, cursor?: string) => call(groups, { limit, cursor });
  const idsOf = ({ groups: found }: OutputOf<typeof groups>) => found.map(({ groupId }) => groupId);
  await open.until('both groups', async () => idsOf(await list()).length === 2);
  const page = await list(1);
  expect([idsOf(page), page.nextCursor]).toEqual([[first], first]);
  expect(idsOf(await list(1, first))).toEqual([second]);
  await open.network.renameGroup(second, { by: BOB, subject: 'Renamed' });
  await open.until('the new subject', async () => (await list()).groups[1]?.subject === 'Renamed');
  await open.network.changeGroup(second, { action: 'remove', by: BOB, participants: [number] });
  await open.until('the group to be gone', async () => idsOf(await list()).length === 1);
});

test('a link is shown, replaced and joined with; a revoked, unknown or full one says so', async () => {
  const [one, two] = [await link(), await link()];
  const groupId = await one.make();
  const { inviteLink } = await one.call(groupInvite, { groupId });
  expect(inviteLink).toBe(`https://chat.whatsapp.com/${(await shown(groupId))?.invite_code}`);
  const fresh = (await one.call(revokeGroupInvite, { groupId })).inviteLink;
  expect(fresh).not.toBe(inviteLink);
  const refused = { code: 'invalid_invite', status: 400 };
  await expect(two.call(joinGroup, { invite: inviteLink })).rejects.toMatchObject(refused);
  await expect(two.call(joinGroup, { invite: 'NoSuchCode123' })).rejects.toMatchObject(refused);
  await open.network.changeSettings({ group_size: 1 });
  await expect(two.call(joinGroup, { invite: fresh })).rejects.toMatchObject({ code: 'group_full', status: 409 });
  await open.network.changeSettings({ group_size: 1024 });
  expect(await two.call(joinGroup, { invite: fresh })).toEqual({ ok: true, groupId, pending: false });
});

test('requests to join are listed, approved and rejected, each with a result', async () => {
  const [one, two] = [await link(), await link()];
  const groupId = await one.make();
  await one.call(updateGroup, { groupId, settings: { approveJoins: true } });
  const { inviteLink: invite } = await one.call(groupInvite, { groupId });
  expect(await two.call(joinGroup, { invite })).toEqual({ ok: true, groupId: null, pending: true });
  await open.network.asksToJoin(groupId, { number: DAN });
  const { requests } = await one.call(groupRequests, { groupId });
  expect(requests.map(({ address, method }) => [address, method])).toEqual([
    [`+${two.number}`, 'invite_link'],
    [`+${DAN}`, 'invite_link'],
  ]);
  const decide = async (decision: 'approve' | 'reject', ...members: string[]) =>
    (await one.call(decideGroupRequests, { groupId, decision, members })).results.map(({ ok, error }) => error ?? ok);
  expect(await decide('approve', `+${two.number}`, `+${BOB}`)).toEqual([true, 'not_found']);
  expect(await decide('reject', `+${DAN}`)).toEqual([true]);
  expect((await one.call(groupRequests, { groupId })).requests).toEqual([]);
  expect((await two.call(group, { groupId })).group.role).toBe('member');
});

test('another tenant and another linked phone reach nothing of a group', async () => {
  const [one, two] = [await link(), await link()];
  const groupId = await one.make();
  const unknown = { code: 'unknown_group' };
  await expect(two.call(group, { groupId })).rejects.toMatchObject(unknown);
  await expect(two.call(leaveGroup, { groupId })).rejects.toMatchObject(unknown);
  const byId = { from: one.device.id };
  await expect(two.call(groups, { ...byId, limit: 10 })).rejects.toMatchObject({ code: 'invalid_from' });
  expect((await one.call(groups, { ...byId, limit: 10 })).groups.map((found) => found.groupId)).toEqual([groupId]);
  const stranger = await open.makeTenant();
  await expect(one.call(groups, { limit: 10 }, undefined, stranger)).rejects.toMatchObject({ code: 'not_connected' });
});

test('a repeated creation makes one group, also when the network’s answer was lost or its storing was', async () => {
  const { call, tenant, number } = await link();
  const given = { subject: 'Once', participants: [`+${BOB}`] };
  const own = async () =>
    (await open.network.groups()).filter(({ participants }) => participants.some((one) => one.number === number));
  const first = await call(createGroup, given, idempotency('one'));
  expect((await call(createGroup, given, idempotency('one'))).group.groupId).toBe(first.group.groupId);
  // A process that was killed after the network's answer leaves its key without an answer, and locked until later.
  await open.database.db.query({
    text: `UPDATE idempotency_keys SET answer = NULL, locked_until = now() - interval '1 s' WHERE instance_id = $1`,
    values: [tenant.caller.instanceId],
  });
  const again = await call(createGroup, given, idempotency('one'));
  expect(again.group.groupId).toBe(first.group.groupId);
  expect(again.results).toEqual([{ address: `+${BOB}`, ok: true, error: null, message: null }]);
  expect(await own()).toHaveLength(1);
  await open.network.changeSettings({ group_queries: 'unanswered' });
  const lost = { idempotency: idempotency('lost'), deadlineAt: Date.now() + 3000 };
  const input = { subject: 'Lost', participants: [] };
  await expect(actAsTenant(open.bus, tenant, createGroup, input, lost)).rejects.toMatchObject({
    code: 'provider_timeout',
  });
  await open.network.changeSettings({ group_queries: 'answered' });
  await call(createGroup, input, idempotency('lost'));
  expect(await own()).toHaveLength(2);
  const other = await call(createGroup, { subject: 'Once', participants: [] }, idempotency('two'));
  expect(other.group.groupId).not.toBe(first.group.groupId);
});
