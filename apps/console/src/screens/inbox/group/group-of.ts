import type { OutputOf } from '../../../api/operations.ts';
import type { Conversation } from '../conversation/conversation.ts';

export type Group = OutputOf<'get-group'>['group'];
export type GroupPerson = OutputOf<'group-members'>['results'][number];

/** The group of a conversation, and the linked phone in it, as the acts on groups name them. */
export interface GroupPlace {
  from: string;
  group_id: string;
}

/** The group of a conversation on a linked phone; null for one with a person. */
export const groupPlaceOf = ({ channel, peer, account }: Conversation): GroupPlace | null =>
  channel === 'wd' && peer.endsWith('@g.us') ? { from: account.id, group_id: peer } : null;
