import type { Visitor } from '@parley/common/call-context';
import { AppError } from '@parley/common/errors';
import {
  accountSubject,
  afterTry,
  type Failures,
  FORGOTTEN_AFTER_MS,
  networkSubject,
  pauseBeforeTry,
} from '../domain/sign-in-pause.ts';

/** Failed tries, by what they are counted for. */
export interface FailureRows {
  /** Locks what is counted, and stores what `decide` makes of it; what it throws changes nothing. */
  take(subjects: readonly Buffer[], decide: (held: readonly Failures[]) => Failures[]): Promise<void>;
  /** A try was right: the account's count ends, the others get this one back. */
  forgive(account: Buffer, subjects: readonly Buffer[]): Promise<void>;
  /** A batch; true when there may be more. */
  dropOld(before: Date): Promise<boolean>;
}

/** Slows down the guessing of one account's secrets, and of many accounts' from one network. */
export interface LimitTries {
  /** Counts a try before its secret is looked at, so that tries at once are counted too. Errors: rate_limited. */
  begin(emailKey: string, visitor: Visitor): Promise<void>;
  succeeded(emailKey: string, visitor: Visitor): Promise<void>;
  dropOld(): Promise<boolean>;
}

export function makeLimitTries({ rows, now }: { rows: FailureRows; now(): Date }): LimitTries {
  const subjectsOf = (emailKey: string, { network }: Visitor): Buffer[] => [
    accountSubject(emailKey),
    ...(network === null ? [] : [networkSubject(network)]),
  ];
  return {
    begin: (emailKey, visitor) =>
      rows.take(subjectsOf(emailKey, visitor), (held) => {
        const at = now();
        const pauseMs = Math.max(...held.map((failures) => pauseBeforeTry(failures, at)));
        if (pauseMs > 0)
          throw new AppError('rate_limited', {
            message: 'Too many wrong passwords for this account or from this address.',
            retry_after: Math.ceil(pauseMs / 1000),
          });
        return held.map((failures) => afterTry(failures, at));
      }),
    succeeded: (emailKey, visitor) => rows.forgive(accountSubject(emailKey), subjectsOf(emailKey, visitor)),
    dropOld: () => rows.dropOld(new Date(now().getTime() - FORGOTTEN_AFTER_MS)),
  };
}
