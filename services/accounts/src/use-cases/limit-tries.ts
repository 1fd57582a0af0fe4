import type { Visitor } from '@parley/common/call-context';
import { AppError } from '@parley/common/errors';
import { type Failures, FORGOTTEN_AFTER_MS } from '../domain/sign-in-pause.ts';
import {
  accountHash,
  type CountedBy,
  countedBy,
  type Places,
  placesOf,
  type TriedFor,
} from '../domain/sign-in-place.ts';

/** Failed tries, per counter. */
export interface FailureRows {
  /** Locks the counters and stores the results of `decide`; if it throws, nothing changes. */
  take(counted: readonly CountedBy[], decide: (by: CountedBy, held: Failures) => Failures): Promise<void>;
  /** Resets these counters. */
  end(subjects: readonly Buffer[]): Promise<void>;
  /** Takes one try back from each. */
  takeBack(subjects: readonly Buffer[]): Promise<void>;
  /** Deletes a batch; true when there may be more. */
  dropOld(before: Date): Promise<boolean>;
}

/** The devices and networks of successful sign-ins to an account. */
export interface PlaceRows {
  findKnown(account: Buffer, places: Places): Promise<Record<keyof Places, boolean>>;
  /** Keeps the newest places of an account, up to a maximum. */
  remember(account: Buffer, places: readonly Buffer[], at: Date): Promise<void>;
  /** Deletes a batch; true when there may be more. */
  dropOld(before: Date): Promise<boolean>;
}

/** Throttles guesses of one account's secrets, and of many accounts' from one network. */
export interface LimitTries {
  /** Counts a try before its secret is checked, so that concurrent tries are counted too. Errors: rate_limited. */
  begin(emailKey: string, visitor: Visitor, triedFor?: TriedFor): Promise<void>;
  /**
   * The secret was right. Of several people with an address, only its owner resets counters and becomes known: another
   * one's success must not pay for guesses.
   */
  succeeded(emailKey: string, visitor: Visitor, by: { isOwner: boolean }): Promise<void>;
  /** Somebody proved by a link that the account is theirs. */
  remember(emailKey: string, visitor: Visitor): Promise<void>;
  dropOld(): Promise<boolean>;
  dropOldPlaces(): Promise<boolean>;
}

/** The lifetime of the browser's device cookie. */
const PLACE_KEPT_MS = 180 * 24 * 3_600_000;

interface Deps {
  failures: FailureRows;
  places: PlaceRows;
  now(): Date;
}

export function makeLimitTries({ failures, places, now }: Deps): LimitTries {
  const countFor = async (emailKey: string, visitor: Visitor, triedFor: TriedFor): Promise<CountedBy[]> => {
    const known = await places.findKnown(accountHash(emailKey), placesOf(emailKey, visitor));
    return countedBy(emailKey, visitor, { known, triedFor });
  };
  async function remember(emailKey: string, visitor: Visitor): Promise<void> {
    const { device, network } = placesOf(emailKey, visitor);
    await places.remember(accountHash(emailKey), [network, ...(device ? [device] : [])], now());
  }
  return {
    async begin(emailKey, visitor, triedFor = 'secret') {
      const at = now();
      await failures.take(await countFor(emailKey, visitor, triedFor), ({ rule }, held) => {
        const pauseMs = rule.pauseBefore(held, at);
        if (pauseMs <= 0) return rule.afterTry(held, at);
        throw new AppError('rate_limited', {
          message: 'Too many wrong passwords for this account or from this address.',
          retry_after: Math.ceil(pauseMs / 1000),
        });
      });
    },
    async succeeded(emailKey, visitor, { isOwner }) {
      const counted = await countFor(emailKey, visitor, 'secret');
      if (!isOwner) return failures.takeBack(counted.map(({ subject }) => subject));
      const subjectsOf = (ends: boolean): Buffer[] =>
        counted.filter(({ endsWithSuccess }) => endsWithSuccess === ends).map(({ subject }) => subject);
      await failures.end(subjectsOf(true));
      await failures.takeBack(subjectsOf(false));
      await remember(emailKey, visitor);
    },
    remember,
    dropOld: () => failures.dropOld(new Date(now().getTime() - FORGOTTEN_AFTER_MS)),
    dropOldPlaces: () => places.dropOld(new Date(now().getTime() - PLACE_KEPT_MS)),
  };
}
