import type { BinaryNode } from 'baileys';
import type { GroupRules } from '../state/group-rules.ts';
import type { Group, GroupAdds, NetworkState, Person } from '../state/network-state.ts';
import { findPerson } from '../state/people.ts';
import type { Answer, Query } from './answer-iq.ts';
import { describeGroup, describePerson } from './describe-group.ts';
import type { ManageGroups } from './manage-groups.ts';
import { bytesOf, part, partBytes, parts, stanza } from './stanza.ts';

const FORBIDDEN: Answer = { error: 403, text: 'forbidden' };
const BAD_REQUEST: Answer = { error: 400, text: 'bad-request' };
const DONE: Answer = { content: undefined };
const MAX_SUBJECT = 100;
const INVITE_LIVES_S = 3 * 86_400;

/** The network's code for a person who cannot be added. */
const ADD_CODES: Readonly<Record<GroupAdds, number | null>> = {
  allowed: null,
  contacts_only: 403,
  blocked: 401,
  left_recently: 408,
};

const limitOf = ({ settings }: NetworkState, { sizeLimit }: Group): number => sizeLimit ?? settings.groupSize;

type Refusal = { error: number; text: string };

/** The group of an invite code: 410 for a revoked code, 406 for an unknown one. */
export function findGroupByCode(state: NetworkState, code: string | undefined): Group | Refusal {
  for (const group of state.groups.values()) {
    if (group.inviteCode === code) return group;
    if (group.revokedCodes.has(code ?? '')) return { error: 410, text: 'gone' };
  }
  return { error: 406, text: 'not-acceptable' };
}

/** Changes that name no group by their address: a new group, leaving one, joining by a code. */
export function setWithoutGroup(state: NetworkState, groups: ManageGroups, { device, asked }: Query): Answer {
  const { owner } = device;
  if (asked?.tag === 'create') return createGroup(state, groups, owner, asked);
  if (asked?.tag === 'leave') {
    const group = state.groups.get(part(asked, 'group')?.attrs.id ?? '');
    if (!group?.members.has(owner)) return { error: 404, text: 'item-not-found' };
    groups.change(group, { action: 'leave', by: owner, people: [owner] });
    return { content: [stanza('leave', {}, [stanza('group', { id: group.id })])] };
  }
  if (asked?.tag !== 'invite') return BAD_REQUEST;
  const group = findGroupByCode(state, asked.attrs.code);
  if ('error' in group) return group;
  if (group.members.has(owner)) return { content: [stanza('group', { jid: group.id })] };
  if (group.rules.approval) {
    groups.request(group, owner, 'invite_link');
    return { content: [stanza('membership_approval_request', { jid: group.id })] };
  }
  if (group.members.size >= limitOf(state, group)) return { error: 419, text: 'resource-limit' };
  groups.change(group, { action: 'add', by: owner, people: [owner] });
  return { content: [stanza('group', { jid: group.id })] };
}

/** A repeat with the same key returns the first group. */
function createGroup(state: NetworkState, groups: ManageGroups, owner: Person, asked: BinaryNode): Answer {
  const { subject = '', key } = asked.attrs;
  if (subject === '' || [...subject].length > MAX_SUBJECT) return { error: 406, text: 'not-acceptable' };
  const made = [...state.groups.values()].find((group) => group.owner === owner && group.createKey === key);
  const group = made ?? groups.create({ subject, owner, participants: [], addressing: 'lid', createKey: key });
  const { added, nodes } = addPeople(state, group, jidsIn(asked), made !== undefined);
  if (added.length > 0) groups.change(group, { action: 'add', by: owner, people: added });
  return {
    content: [
      describeGroup(
        group,
        nodes.filter(({ attrs }) => attrs.error !== undefined),
      ),
    ],
  };
}

/** Changes of one group by a member. */
export function setGroup(state: NetworkState, groups: ManageGroups, group: Group, { device, asked }: Query): Answer {
  const { owner: by } = device;
  if (!asked) return BAD_REQUEST;
  const isAdmin = group.members.get(by) !== null;
  switch (asked.tag) {
    case 'subject':
    case 'description':
      if (group.rules.locked && !isAdmin) return FORBIDDEN;
      return asked.tag === 'subject' ? setSubject(groups, group, by, asked) : setDescription(groups, group, by, asked);
    case 'add':
      return isAdmin || group.rules.membersAdd ? add(state, groups, group, by, asked) : FORBIDDEN;
    case 'remove':
    case 'promote':
    case 'demote':
      return isAdmin ? changeMembers(state, groups, group, by, asked.tag, asked) : FORBIDDEN;
    case 'invite':
      if (!isAdmin) return { error: 401, text: 'not-authorized' };
      groups.revokeInvite(group, by);
      return { content: [stanza('invite', { code: group.inviteCode })] };
    case 'membership_requests_action':
      return isAdmin ? decideRequests(state, groups, group, by, asked) : FORBIDDEN;
    default: {
      const rules = rulesIn(asked);
      if (rules === null) return BAD_REQUEST;
      if (!isAdmin) return FORBIDDEN;
      groups.setRules(group, by, rules, asked);
      return DONE;
    }
  }
}

function setSubject(groups: ManageGroups, group: Group, by: Person, asked: BinaryNode): Answer {
  const subject = bytesOf(asked)?.toString('utf8') ?? '';
  if (subject === '' || [...subject].length > MAX_SUBJECT) return { error: 406, text: 'not-acceptable' };
  groups.rename(group, by, subject);
  return DONE;
}

function setDescription(groups: ManageGroups, group: Group, by: Person, asked: BinaryNode): Answer {
  const { id = '', prev, delete: isRemoved } = asked.attrs;
  if (prev !== group.description?.id) return { error: 409, text: 'conflict' };
  const text = partBytes(asked, 'body')?.toString('utf8') ?? '';
  groups.describe(group, by, isRemoved === 'true' ? null : { id, text });
  return DONE;
}

/** The change of a rule; null for anything else. */
function rulesIn(asked: BinaryNode): Partial<GroupRules> | null {
  switch (asked.tag) {
    case 'announcement':
    case 'not_announcement':
      return { announcement: asked.tag === 'announcement' };
    case 'locked':
    case 'unlocked':
      return { locked: asked.tag === 'locked' };
    case 'member_add_mode':
      return { membersAdd: bytesOf(asked)?.toString('utf8') === 'all_member_add' };
    case 'membership_approval_mode':
      return { approval: part(asked, 'group_join')?.attrs.state === 'on' };
    case 'ephemeral':
      return { disappearingS: Number(asked.attrs.expiration) };
    case 'not_ephemeral':
      return { disappearingS: 0 };
    default:
      return null;
  }
}

const jidsIn = (node: BinaryNode): string[] =>
  parts(node).flatMap(({ tag, attrs }) => (tag === 'participant' && attrs.jid ? [attrs.jid] : []));

/** The people who can be added, and one node for each that was asked for. */
function addPeople(state: NetworkState, group: Group, jids: string[], isRepeat = false) {
  const added: Person[] = [];
  const nodes = jids.map((jid) => {
    const person = findPerson(state, jid);
    if (!person) return stanza('participant', { jid, error: 404 });
    const named = describePerson(group, person);
    if (group.members.has(person)) return stanza('participant', isRepeat ? named : { ...named, error: 409 });
    const error =
      ADD_CODES[person.groupAdds] ?? (group.members.size + added.length >= limitOf(state, group) ? 500 : null);
    if (error === null) {
      added.push(person);
      return stanza('participant', named);
    }
    const invite = { code: group.inviteCode, expiration: group.createdAtS + INVITE_LIVES_S };
    return stanza('participant', { ...named, error }, error === 403 ? [stanza('add_request', invite)] : undefined);
  });
  return { added, nodes };
}

function add(state: NetworkState, groups: ManageGroups, group: Group, by: Person, asked: BinaryNode): Answer {
  const { added, nodes } = addPeople(state, group, jidsIn(asked));
  const needsApproval = group.rules.approval && group.members.get(by) === null;
  if (needsApproval) for (const person of added) groups.request(group, person, 'non_admin_add');
  else if (added.length > 0) groups.change(group, { action: 'add', by, people: added });
  return { content: [stanza('add', {}, nodes)] };
}

function changeMembers(
  state: NetworkState,
  groups: ManageGroups,
  group: Group,
  by: Person,
  action: 'remove' | 'promote' | 'demote',
  asked: BinaryNode,
): Answer {
  const people: Person[] = [];
  const nodes = jidsIn(asked).map((jid) => {
    const person = findPerson(state, jid);
    if (!person || !group.members.has(person)) return stanza('participant', { jid, error: 404 });
    // The owner stays: no other admin can remove or demote them.
    if (group.members.get(person) === 'superadmin') return stanza('participant', { jid, error: 406 });
    people.push(person);
    return stanza('participant', describePerson(group, person));
  });
  if (people.length > 0) groups.change(group, { action, by, people });
  return { content: [stanza(action, {}, nodes)] };
}

function decideRequests(
  state: NetworkState,
  groups: ManageGroups,
  group: Group,
  by: Person,
  asked: BinaryNode,
): Answer {
  const decision = parts(asked)[0];
  if (decision?.tag !== 'approve' && decision?.tag !== 'reject') return BAD_REQUEST;
  const approved: Person[] = [];
  const nodes = jidsIn(decision).map((jid) => {
    const person = findPerson(state, jid);
    if (!person || !group.requests.has(person)) return stanza('participant', { jid, error: 404 });
    if (decision.tag === 'reject') groups.dropRequest(group, by, person);
    else if (group.members.size + approved.length >= limitOf(state, group))
      return stanza('participant', { jid, error: 500 });
    else approved.push(person);
    return stanza('participant', describePerson(group, person));
  });
  if (approved.length > 0) groups.change(group, { action: 'add', by, people: approved });
  return { content: [stanza('membership_requests_action', {}, [stanza(decision.tag, {}, nodes)])] };
}
