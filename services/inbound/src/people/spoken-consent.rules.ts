import type { ConsentChange } from '@parley/messaging/consent/decide-consents';
import type { AddressedMessage } from '../batch/addressed.rules.ts';
import type { ConnectedAccount } from '../batch/connected-account.rules.ts';
import { readConsentWord } from './read-consent-word.rules.ts';

/** A message that is a stop or start word, in its conversation. */
export interface SpokenConsent {
  account: ConnectedAccount;
  conversationId: number;
  from: string;
  isOptedOut: boolean;
  at: Date;
}

/** Null for any other message, and for every message in a group, whose contact is the group and not its author. */
export function spokenConsent({ account, item }: AddressedMessage, conversationId: number): SpokenConsent | null {
  if (item.kind !== 'message' || item.group !== undefined || item.chat !== undefined) return null;
  const isOptedOut = readConsentWord(item.text, account.consentWords);
  return isOptedOut === null ? null : { account, conversationId, from: item.from.address, isOptedOut, at: item.at };
}

/** A platform's clock that runs ahead must not make a decision win over later ones. */
const notAfter = (at: Date, now: Date): Date => (at.getTime() > now.getTime() ? now : at);

export const consentChangeOf = (
  { account: { tenantId }, isOptedOut, at }: Pick<SpokenConsent, 'account' | 'isOptedOut' | 'at'>,
  contactId: number,
  now: Date,
  by: ConsentChange['by'] = 'customer',
): ConsentChange => ({ tenantId, contactId, isOptedOut, by, at: notAfter(at, now) });
