import type { Visitor } from '@parley/common/call-context';
import { AppError } from '@parley/common/errors';
import type { TriedFor } from '../domain/sign-in-place.ts';
import type { AccountsService } from '../service.ts';
import { lockFailures, saveFailures } from '../storage/failure-store.ts';
import { findCounters } from './find-counters.ts';

/**
 * Throttles guesses of one account's secrets, and of many accounts' from one network. Counts a try before its secret is
 * checked, so that concurrent tries are counted too. Errors: rate_limited, and then nothing is counted.
 */
export async function beginTry(
  service: AccountsService,
  emailKey: string,
  visitor: Visitor,
  triedFor: TriedFor = 'secret',
): Promise<void> {
  const at = service.now();
  const counters = await findCounters(service, emailKey, visitor, triedFor);
  await service.database.transaction(async (sql) => {
    const subjects = counters.map(({ subject }) => subject);
    const held = await lockFailures(sql, subjects);
    const counted = counters.flatMap(({ subject, rule }) => {
      const failures = held.find((one) => one.subject.equals(subject));
      if (!failures) return [];
      const pauseMs = rule.pauseBefore(failures, at);
      if (pauseMs > 0) throw rateLimited(pauseMs);
      return [{ ...rule.afterTry(failures, at), subject }];
    });
    await saveFailures(sql, counted);
  });
}

const rateLimited = (pauseMs: number): AppError =>
  new AppError('rate_limited', {
    message: 'Too many wrong passwords for this account or from this address.',
    retry_after: Math.ceil(pauseMs / 1000),
  });
