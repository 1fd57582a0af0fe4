import type { Visitor } from '@parley/common/call-context';
import type { AccountsService } from '../service.ts';
import { resetFailures, takeBackFailures } from '../storage/failure-store.ts';
import { findCounters } from './find-counters.ts';
import { rememberPlace } from './remember-place.ts';

/**
 * Notes that the secret of a try was right. Of several people with an address, only its owner resets counters and
 * becomes known: another one's success must not pay for guesses.
 */
export async function noteSuccess(
  service: AccountsService,
  emailKey: string,
  visitor: Visitor,
  { isOwner }: { isOwner: boolean },
): Promise<void> {
  const { database } = service;
  const counters = await findCounters(service, emailKey, visitor, 'secret');
  const subjectsOf = (counted: typeof counters): Buffer[] => counted.map(({ subject }) => subject);
  if (!isOwner) return takeBackFailures(database, subjectsOf(counters));
  await resetFailures(database.prisma, subjectsOf(counters.filter(({ endsWithSuccess }) => endsWithSuccess)));
  await takeBackFailures(database, subjectsOf(counters.filter(({ endsWithSuccess }) => !endsWithSuccess)));
  await rememberPlace(service, emailKey, visitor);
}
