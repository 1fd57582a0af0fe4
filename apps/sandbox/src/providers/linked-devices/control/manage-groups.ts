import type { BinaryNode } from 'baileys';
import type { Group, NetworkState, Person } from '../state/network-state.ts';
import { describeGroup } from '../wire/answer-group-queries.ts';
import { queueNode } from '../wire/deliver-stanza.ts';
import { stanza } from '../wire/stanza.ts';

/** A change of a group's members. */
export interface MembershipChange {
  action: 'add' | 'remove' | 'promote' | 'demote';
  by: Person;
  people: Person[];
}

/** Creates groups and changes their members; linked devices of members are notified. */
export function makeManageGroups(deps: { state: NetworkState; now: () => number }) {
  let nextGroup = 1;
  let lastId = 0;

  function tell(group: Group, by: Person, people: Iterable<Person>, change: BinaryNode) {
    const isLid = group.addressing === 'lid';
    const alias = isLid ? { participant_pn: by.jid } : { participant_lid: by.lid };
    const id = `group-${++lastId}`;
    const attrs = { from: group.id, type: 'w:gp2', id, t: Math.floor(deps.now() / 1000), notify: by.name, ...alias };
    const node = stanza('notification', { ...attrs, participant: isLid ? by.lid : by.jid }, [change]);
    for (const person of people) {
      for (const device of person.devices.values()) {
        if (device.state === 'paired') queueNode(device, node);
      }
    }
  }

  return {
    create(given: { subject: string; owner: Person; participants: Person[]; addressing: 'pn' | 'lid' }): Group {
      const group: Group = {
        id: `${120_363_000_000_000_000n + BigInt(nextGroup++)}@g.us`,
        subject: given.subject,
        addressing: given.addressing,
        createdAtS: Math.floor(deps.now() / 1000),
        owner: given.owner,
        members: new Map([
          [given.owner, 'superadmin' as const],
          ...given.participants.filter((person) => person !== given.owner).map((person) => [person, null] as const),
        ]),
        keyHolders: new Map(),
      };
      deps.state.groups.set(group.id, group);
      tell(group, group.owner, group.members.keys(), stanza('create', {}, [describeGroup(group)]));
      return group;
    },

    /** `by` changes the subject. */
    rename(group: Group, by: Person, subject: string) {
      group.subject = subject;
      const at = Math.floor(deps.now() / 1000);
      tell(group, by, group.members.keys(), stanza('subject', { subject, s_t: at, s_o: by.lid }));
    },

    change(group: Group, { action, by, people }: MembershipChange) {
      const reported = new Set([...group.members.keys(), ...people]);
      for (const person of people) {
        if (action === 'remove') group.members.delete(person);
        else if (action !== 'add' || !group.members.has(person))
          group.members.set(person, action === 'promote' ? 'admin' : null);
      }
      // A removed member must not read later messages: every sender distributes a new key.
      if (action === 'remove') group.keyHolders.clear();
      const isLid = group.addressing === 'lid';
      const named = people.map((person) =>
        stanza(
          'participant',
          isLid ? { jid: person.lid, phone_number: person.jid } : { jid: person.jid, lid: person.lid },
        ),
      );
      tell(group, by, reported, stanza(action, {}, named));
    },
  };
}
