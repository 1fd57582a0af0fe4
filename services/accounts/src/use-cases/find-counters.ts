import type { Visitor } from '@parley/common/call-context';
import { accountHash, type CountedBy, countedBy, placesOf, type TriedFor } from '../domain/sign-in-place.ts';
import type { AccountsService } from '../service.ts';
import { findKnownPlaces } from '../storage/place-store.ts';

/** The counters of a try (docs/reference/console.md#wrong-passwords). */
export async function findCounters(
  { database }: AccountsService,
  emailKey: string,
  visitor: Visitor,
  triedFor: TriedFor,
): Promise<CountedBy[]> {
  const known = await findKnownPlaces(database.prisma, accountHash(emailKey), placesOf(emailKey, visitor));
  return countedBy(emailKey, visitor, { known, triedFor });
}
