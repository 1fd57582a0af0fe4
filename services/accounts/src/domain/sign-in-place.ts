import { createHash } from 'node:crypto';
import type { Visitor } from '@parley/common/call-context';
import { GROWING_PAUSES, STEADY_ALLOWANCE, type TryRule } from './sign-in-pause.ts';

/** What of an account is tried: its secrets, or mails to its address. */
export type TriedFor = 'secret' | 'password-reset';

/** Something that tries are counted by. */
export interface CountedBy {
  subject: Buffer;
  rule: TryRule;
  /** Whether a try that succeeded ends the count; else it is only taken back. */
  endsWithSuccess: boolean;
}

/** Where a visitor comes from, as the account knows it. */
export interface Places {
  device: Buffer | null;
  network: Buffer;
}

/** All visitors whose network is shared count as one. */
const SHARED = 'shared';

const hashOf = (kind: string, ...values: string[]): Buffer =>
  createHash('sha256')
    .update([kind, ...values].join('\n'))
    .digest();

/** What is counted and remembered is hashed, since an address that nobody has here may be somebody's elsewhere. */
export const accountHash = (emailKey: string): Buffer => hashOf('account', emailKey);

/** The device and the network of a visitor, for one account. */
export const placesOf = (emailKey: string, { network, device }: Visitor): Places => ({
  device: device === undefined ? null : hashOf('device', emailKey, device),
  network: hashOf('account-network', emailKey, network ?? SHARED),
});

/**
 * What a try is counted by (docs/reference/console.md#wrong-passwords). A device on which somebody signed in to the account is
 * counted by itself alone, so that no stranger's tries hold its owner up. Everybody else is counted by account and network
 * together and by network, and by account only from networks where nobody signed in to it before.
 */
export function countedBy(
  emailKey: string,
  visitor: Visitor,
  { known, triedFor }: { known: Record<keyof Places, boolean>; triedFor: TriedFor },
): CountedBy[] {
  const places = placesOf(emailKey, visitor);
  const own = (place: Buffer): CountedBy => ({
    subject: hashOf(triedFor, place.toString('hex')),
    rule: GROWING_PAUSES,
    endsWithSuccess: true,
  });
  if (places.device && known.device) return [own(places.device)];
  const { network } = visitor;
  return [
    own(places.network),
    ...(network === null
      ? []
      : [{ subject: hashOf('network', network), rule: GROWING_PAUSES, endsWithSuccess: false }]),
    ...(known.network
      ? []
      : [{ subject: hashOf(triedFor, 'account', emailKey), rule: STEADY_ALLOWANCE, endsWithSuccess: false }]),
  ];
}
