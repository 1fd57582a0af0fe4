import type { Conversation } from '../conversation/conversation.ts';

/** A number, or a hidden id. */
const PERSON = /^(\+\d{7,15}|\d{5,20}@lid)$/;

/** The person of a conversation, and the linked phone that sees their picture; null on other channels, and for a group. */
export const pictureOf = ({
  channel,
  peer,
  account,
}: Pick<Conversation, 'channel' | 'peer' | 'account'>): { from: string; address: string } | null =>
  channel === 'wd' && PERSON.test(peer) ? { from: account.id, address: peer } : null;
