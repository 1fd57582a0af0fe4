import type { BinaryNode } from 'baileys';
import { newGroupFacts, newInviteCode } from '../state/group-facts.ts';
import type { GroupRules } from '../state/group-rules.ts';
import type { Group, NetworkState, Person, RequestMethod } from '../state/network-state.ts';
import { queueNode } from './deliver-stanza.ts';
import { describeGroup, describePerson } from './describe-group.ts';
import { stanza } from './stanza.ts';

/** A change of a group's members. */
export interface MembershipChange {
  action: 'add' | 'remove' | 'leave' | 'promote' | 'demote';
  by: Person;
  people: Person[];
}

/** A new group. */
interface NewGroup {
  subject: string;
  owner: Person;
  participants: Person[];
  addressing: 'pn' | 'lid';
  createKey?: string | undefined;
  sizeLimit?: number | undefined;
}

export type ManageGroups = ReturnType<typeof makeManageGroups>;

/** Creates and changes groups; linked devices of members are notified (docs/reference/wd.md#groups). */
export function makeManageGroups(deps: { state: NetworkState; now: () => number }) {
  let nextGroup = 1;
  let lastId = 0;
  const nowS = () => Math.floor(deps.now() / 1000);

  function tell(group: Group, by: Person, people: Iterable<Person>, change: BinaryNode) {
    const isLid = group.addressing === 'lid';
    const alias = isLid ? { participant_pn: by.jid } : { participant_lid: by.lid };
    const id = `group-${++lastId}`;
    const attrs = { from: group.id, type: 'w:gp2', id, t: nowS(), notify: by.name, ...alias };
    const node = stanza('notification', { ...attrs, participant: isLid ? by.lid : by.jid }, [change]);
    for (const person of people) {
      for (const device of person.devices.values()) {
        if (device.state === 'paired') queueNode(device, node);
      }
    }
  }
  const tellAll = (group: Group, by: Person, change: BinaryNode) => tell(group, by, group.members.keys(), change);
  const admins = (group: Group) => [...group.members].flatMap(([person, role]) => (role === null ? [] : [person]));
  const nameAll = (group: Group, people: Person[]) =>
    people.map((person) => stanza('participant', describePerson(group, person)));

  function change(group: Group, { action, by, people }: MembershipChange) {
    const isRemoval = action === 'remove' || action === 'leave';
    const reported = new Set([...group.members.keys(), ...people]);
    for (const person of people) {
      if (isRemoval) group.members.delete(person);
      else if (action !== 'add' || !group.members.has(person))
        group.members.set(person, action === 'promote' ? 'admin' : null);
      group.requests.delete(person);
    }
    // A removed member must not read later messages: every sender distributes a new key.
    if (isRemoval) group.keyHolders.clear();
    tell(group, by, reported, stanza(action, {}, nameAll(group, people)));
  }

  return {
    change,

    create({ subject, owner, participants, addressing, createKey, sizeLimit }: NewGroup): Group {
      const group: Group = {
        ...newGroupFacts(),
        id: `${120_363_000_000_000_000n + BigInt(nextGroup++)}@g.us`,
        createKey: createKey ?? null,
        sizeLimit: sizeLimit ?? null,
        ...{ subject, addressing, owner },
        createdAtS: nowS(),
        members: new Map([
          [owner, 'superadmin' as const],
          ...participants.filter((person) => person !== owner).map((person) => [person, null] as const),
        ]),
        keyHolders: new Map(),
      };
      deps.state.groups.set(group.id, group);
      tellAll(group, owner, stanza('create', {}, [describeGroup(group)]));
      return group;
    },

    /** `by` changes the subject. */
    rename(group: Group, by: Person, subject: string) {
      group.subject = subject;
      tellAll(group, by, stanza('subject', { subject, s_t: nowS(), s_o: by.lid }));
    },

    /** `by` sets the description, or removes it. */
    describe(group: Group, by: Person, given: { id: string; text: string } | null) {
      group.description = given && { ...given, by, atS: nowS() };
      const body = given ? [stanza('body', {}, Buffer.from(given.text))] : undefined;
      tellAll(group, by, stanza('description', given ? { id: given.id } : { delete: 'true' }, body));
    },

    /** `by` changes a rule; `notice` names it as the network does. */
    setRules(group: Group, by: Person, rules: Partial<GroupRules>, notice: BinaryNode) {
      Object.assign(group.rules, rules);
      tellAll(group, by, notice);
    },

    /** `by` replaces the code of the invite link. */
    revokeInvite(group: Group, by: Person) {
      group.revokedCodes.add(group.inviteCode);
      group.inviteCode = newInviteCode();
      tellAll(group, by, stanza('invite', { code: group.inviteCode }));
    },

    /** A person asks to join. */
    request(group: Group, person: Person, method: RequestMethod) {
      if (group.requests.has(person)) return;
      group.requests.set(person, { atS: nowS(), method });
      const notice = stanza('created_membership_requests', { request_method: method }, nameAll(group, [person]));
      tell(group, person, admins(group), notice);
    },

    /** `by`, an admin or the person, ends a request without a membership. */
    dropRequest(group: Group, by: Person, person: Person) {
      if (!group.requests.delete(person)) return;
      tell(group, by, admins(group), stanza('revoked_membership_requests', {}, nameAll(group, [person])));
    },
  };
}
