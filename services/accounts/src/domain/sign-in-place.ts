import { createHash } from 'node:crypto';
import type { Visitor } from '@parley/common/call-context';
import { GROWING_PAUSES, STEADY_ALLOWANCE, type TryRule } from './sign-in-pause.ts';

/** The target of a try: the secrets of an account, or mails to its address. */
export type TriedFor = 'secret' | 'password-reset';

/** A counter of tries. */
export interface CountedBy {
  subject: Buffer;
  rule: TryRule;
  /** Whether a successful try resets the counter; otherwise it only takes this try back. */
  endsWithSuccess: boolean;
}

/** Places that a visitor comes from, hashed for one account. */
export interface Places {
  device: Buffer | null;
  network: Buffer;
}

/** All visitors of shared networks count as one. */
const SHARED = 'shared';

const hashOf = (kind: string, ...values: string[]): Buffer =>
  createHash('sha256')
    .update([kind, ...values].join('\n'))
    .digest();

/** Subjects are hashed: an address without an account here may be somebody's elsewhere. */
export const accountHash = (emailKey: string): Buffer => hashOf('account', emailKey);

/** In the place of an address, for sign-ins through the issuer of a workspace: no address is without an @. */
export const singleSignOnKey = (tenantId: number): string => `single sign-on of ${tenantId}`;

/** The device and the network of a visitor, for one account. */
export const placesOf = (emailKey: string, { network, device }: Visitor): Places => ({
  device: device === undefined ? null : hashOf('device', emailKey, device),
  network: hashOf('account-network', emailKey, network ?? SHARED),
});

/**
 * The counters of a try (docs/reference/console.md#wrong-passwords). A device with a successful sign-in to the account
 * has its own counter only, so that a stranger's tries never delay its owner. Everybody else is counted by account and
 * network together and by network, and by account only from networks without a successful sign-in to it.
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
