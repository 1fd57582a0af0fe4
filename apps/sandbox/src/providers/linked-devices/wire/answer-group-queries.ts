import type { BinaryNode } from 'baileys';
import type { Group, NetworkState } from '../state/network-state.ts';
import type { Answerer } from './answer-iq.ts';
import { stanza } from './stanza.ts';

/** `w:g2`: one group's metadata, or all groups of the device's owner (docs/reference/wd.md#queries). */
export function answerGroupQueries(state: NetworkState): Answerer {
  return ({ device, iq, asked }) => {
    if (iq.attrs.type !== 'get') return { error: 405, text: 'not-allowed' };
    if (asked?.tag === 'participating') {
      const own = [...state.groups.values()].filter((group) => group.members.has(device.owner));
      return { content: [stanza('groups', {}, own.map(describeGroup))] };
    }
    const group = state.groups.get(iq.attrs.to ?? '');
    if (!group) return { error: 404, text: 'item-not-found' };
    if (!group.members.has(device.owner)) return { error: 403, text: 'forbidden' };
    return { content: [describeGroup(group)] };
  };
}

/** A group as its members see it. */
export function describeGroup(group: Group): BinaryNode {
  const isLid = group.addressing === 'lid';
  const members = [...group.members].map(([person, role]) =>
    stanza('participant', {
      jid: isLid ? person.lid : person.jid,
      ...(isLid ? { phone_number: person.jid } : { lid: person.lid }),
      type: role ?? undefined,
    }),
  );
  const attrs = {
    id: group.id.split('@')[0],
    subject: group.subject,
    s_t: group.createdAtS,
    creation: group.createdAtS,
    creator: isLid ? group.owner.lid : group.owner.jid,
    addressing_mode: group.addressing,
    size: group.members.size,
  };
  return stanza('group', attrs, members);
}
