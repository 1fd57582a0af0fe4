import { createHash } from 'node:crypto';
import type { Visitor } from '@parley/common/call-context';

/** The target of an attempt: the secrets of an account, or mails to its address. */
export type TriedFor = 'secret' | 'password-reset';

/** A counter of tries. */
export interface CountedBy {
  subject: Buffer;
  rule: AttemptRule;
  /** Whether a successful attempt resets the counter; otherwise it only takes this attempt back. */
  endsWithSuccess: boolean;
}

/** Places that a visitor comes from, hashed for one account. */
export interface Places {
  device: Buffer | null;
  network: Buffer;
}

/** A place is remembered for the lifetime of the browser's device cookie. */
export const PLACE_KEPT_MS = 180 * 24 * 3_600_000;

/** All visitors of shared networks count as one. */
const SHARED = 'shared';

const hashOf = (kind: string, ...values: string[]): Buffer =>
  createHash('sha256')
    .update([kind, ...values].join('\n'))
    .digest();

/** Subjects are hashed: an address without an account here may belong to a person elsewhere. */
export const accountHash = (emailKey: string): Buffer => hashOf('account', emailKey);

/** Replaces the address for sign-ins through the issuer of a workspace: every address contains an @. */
export const singleSignOnKey = (tenantId: number): string => `single sign-on of ${tenantId}`;

/** The device and the network of a visitor, for one account. */
export const placesOf = (emailKey: string, { network, device }: Visitor): Places => ({
  device: device === undefined ? null : hashOf('device', emailKey, device),
  network: hashOf('account-network', emailKey, network ?? SHARED),
});

/**
 * The counters of an attempt (docs/reference/console.md#wrong-passwords). A device with a successful sign-in to the
 * account has its own counter only, so that a stranger's attempts never delay its owner. All others are counted by
 * account and network together and by network, and by account only from networks without a successful sign-in to it.
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

/** Tries of one kind that failed, or have not succeeded yet. */
export interface Failures {
  failures: number;
  lastAt: Date;
}

/** How failed tries delay the next one. */
interface AttemptRule {
  /** The wait before the next attempt in ms; 0: now. */
  pauseBefore(held: Failures, now: Date): number;
  /**
   * The count once this attempt has begun: an attempt counts as failed until it succeeds, so that concurrent attempts
   * are counted too.
   */
  afterAttempt(held: Failures, now: Date): Failures;
}

/** Tries without a pause (docs/reference/console.md#wrong-passwords). */
const FREE_FAILURES = 10;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** Failures are forgotten after this time without another. */
export const FORGOTTEN_AFTER_MS = 15 * 60_000;

/** A device's or a network's rule: pauses that grow up to a maximum, so that no one is locked out permanently. */
export const GROWING_PAUSES: AttemptRule = {
  pauseBefore({ failures, lastAt }, now) {
    const sinceMs = now.getTime() - lastAt.getTime();
    if (failures < FREE_FAILURES || sinceMs >= FORGOTTEN_AFTER_MS) return 0;
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - FREE_FAILURES));
    return Math.max(0, pauseMs - sinceMs);
  },
  afterAttempt: ({ failures, lastAt }, now) => ({
    failures: now.getTime() - lastAt.getTime() >= FORGOTTEN_AFTER_MS ? 1 : failures + 1,
    lastAt: now,
  }),
};

/** Concurrent tries from all unknown networks together. */
const ALLOWANCE = 60;
/**
 * Then one more in this time. A single network does not exhaust it, because its own pauses limit it to one attempt in
 * 30 s.
 */
const ONE_MORE_MS = 10_000;

/** The remaining failures: one is forgiven in each period. */
function drain({ failures, lastAt }: Failures, now: Date): Failures {
  const periods = Math.max(0, Math.floor((now.getTime() - lastAt.getTime()) / ONE_MORE_MS));
  if (periods >= failures) return { failures: 0, lastAt: now };
  // The elapsed part of a period counts towards the next one.
  return { failures: failures - periods, lastAt: new Date(lastAt.getTime() + periods * ONE_MORE_MS) };
}

/** An account's rule, across all networks without a successful sign-in: an allowance that refills at a steady rate. */
export const STEADY_ALLOWANCE: AttemptRule = {
  pauseBefore(held, now) {
    const { failures, lastAt } = drain(held, now);
    return failures < ALLOWANCE ? 0 : lastAt.getTime() + ONE_MORE_MS - now.getTime();
  },
  afterAttempt(held, now) {
    const { failures, lastAt } = drain(held, now);
    return { failures: failures + 1, lastAt };
  },
};
