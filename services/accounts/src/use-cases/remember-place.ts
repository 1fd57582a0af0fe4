import type { Visitor } from '@parley/common/call-context';
import { accountHash, placesOf } from '../domain/sign-in-place.ts';
import type { AccountsService } from '../service.ts';
import { deleteExcessPlaces, savePlaces } from '../storage/place-store.ts';

/** Per account: enough for the devices of a person, and a limit where each sign-in comes without a cookie. */
const PLACES_MAX = 50;

/** Remembers the device and the network of somebody who proved that the account is theirs. */
export async function rememberPlace(
  { database, now }: AccountsService,
  emailKey: string,
  visitor: Visitor,
  placesMax = PLACES_MAX,
): Promise<void> {
  const account = accountHash(emailKey);
  const { device, network } = placesOf(emailKey, visitor);
  const at = now();
  await database.prismaTransaction(async ({ prisma, sql }) => {
    await savePlaces(sql, account, [network, ...(device ? [device] : [])], at);
    await deleteExcessPlaces(prisma, account, placesMax);
  });
}
