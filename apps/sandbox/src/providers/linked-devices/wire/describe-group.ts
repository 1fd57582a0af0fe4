import type { BinaryNode } from 'baileys';
import type { Group, Person } from '../state/network-state.ts';
import { stanza } from './stanza.ts';

/** A person in a group, by the addressing of the group. */
export const describePerson = ({ addressing }: Group, person: Person) =>
  addressing === 'lid' ? { jid: person.lid, phone_number: person.jid } : { jid: person.jid, lid: person.lid };

/** A group as its members see it; `refused` are people who were not added, with the network's codes. */
export function describeGroup(group: Group, refused: BinaryNode[] = []): BinaryNode {
  const isLid = group.addressing === 'lid';
  const attrs = {
    id: group.id.split('@')[0],
    subject: group.subject,
    s_t: group.createdAtS,
    creation: group.createdAtS,
    creator: isLid ? group.owner.lid : group.owner.jid,
    ...(isLid ? { creator_pn: group.owner.jid } : {}),
    addressing_mode: group.addressing,
    size: group.members.size,
  };
  const members = [...group.members].map(([person, role]) =>
    stanza('participant', { ...describePerson(group, person), type: role ?? undefined }),
  );
  return stanza('group', attrs, [...describeRules(group), ...members, ...refused]);
}

function describeRules({ addressing, description, rules }: Group): BinaryNode[] {
  const nodes = [stanza('member_add_mode', {}, rules.membersAdd ? 'all_member_add' : 'admin_add')];
  if (description !== null) {
    const { id, text, by, atS } = description;
    const author = addressing === 'lid' ? { participant: by.lid, participant_pn: by.jid } : { participant: by.jid };
    nodes.push(stanza('description', { id, t: atS, ...author }, [stanza('body', {}, Buffer.from(text))]));
  }
  if (rules.locked) nodes.push(stanza('locked'));
  if (rules.announcement) nodes.push(stanza('announcement'));
  if (rules.approval) nodes.push(stanza('membership_approval_mode', {}, [stanza('group_join', { state: 'on' })]));
  if (rules.disappearingS > 0) nodes.push(stanza('ephemeral', { expiration: rules.disappearingS }));
  return nodes;
}
