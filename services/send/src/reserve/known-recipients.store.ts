import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { Send } from '../sends/send.rules.ts';

type Recipient = Pick<Send, 'tenantId' | 'channel' | 'from'> & { message: Pick<Send['message'], 'to'> };

/** Recipients whose next send will probably be reserved by a comparison, because the last one could have been. */
export interface KnownRecipients {
  has(send: Recipient): boolean;
  remember(send: Recipient): void;
  forget(send: Recipient): void;
}

const MOST = 20_000;

const keyOf = ({ tenantId, channel, message: { to }, from }: Recipient): string =>
  `${tenantId} ${channel} ${to} ${from ?? ''}`;

export function makeKnownRecipients(): KnownRecipients {
  const known = makeBoundedMap<string, true>(MOST);
  return {
    has: (send) => known.get(keyOf(send)) === true,
    remember: (send) => known.set(keyOf(send), true),
    forget: (send) => void known.delete(keyOf(send)),
  };
}
