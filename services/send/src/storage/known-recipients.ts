import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { ReserveItem } from '../domain/reservation.ts';

type Recipient = Pick<ReserveItem, 'tenantId' | 'channel' | 'recipient' | 'from'>;

/** Recipients whose next send will probably be reserved by a comparison, because the last one could have been. */
export interface KnownRecipients {
  has(recipient: Recipient): boolean;
  remember(recipient: Recipient): void;
  forget(recipient: Recipient): void;
}

const MOST = 20_000;

const keyOf = ({ tenantId, channel, recipient, from }: Recipient): string =>
  `${tenantId} ${channel} ${recipient} ${from ?? ''}`;

export function makeKnownRecipients(): KnownRecipients {
  const known = makeBoundedMap<string, true>(MOST);
  return {
    has: (recipient) => known.get(keyOf(recipient)) === true,
    remember: (recipient) => known.set(keyOf(recipient), true),
    forget: (recipient) => void known.delete(keyOf(recipient)),
  };
}
