import type { DeviceProfileOutcome } from '@parley/common/contracts/internal/manage-device-profile';
import { PICTURE_SIZES } from '@parley/common/contracts/profiles/profile-picture';
import { shareCalls } from '@parley/runtime/turns/share-calls';
import type { WASocket } from 'baileys';
import { networkCodeOf } from '../network/query-failure.client.ts';
import { jidOfAddress, lidOf, type OwnJids, phoneOf, type ResolvePhone } from '../received/read-person.client.ts';
import type { NumberPace } from '../sends/send.rules.ts';
import type { FetchPicture } from './fetch-picture.client.ts';
import type { PictureCache, SeenPerson } from './picture-cache.client.ts';

interface PicturesOptions {
  sock: WASocket;
  me(): OwnJids | null;
  resolve: ResolvePhone;
  /** The pace of the connection at which people are looked up. */
  pace: NumberPace;
  fetchPicture: FetchPicture;
  cache: PictureCache;
}

type PictureSize = (typeof PICTURE_SIZES)[number];
type Outcome = Extract<DeviceProfileOutcome, { outcome: 'picture' | 'paced' }>;

/** Codes of the network: there is no picture, or the person hides it. */
const WITHOUT_PICTURE: ReadonlySet<number> = new Set([401, 404]);
const NETWORK_SIZES = { preview: 'preview', full: 'image' } as const;

export type Pictures = ReturnType<typeof makePictures>;

/** Pictures at the network (docs/reference/profiles.md#picture-of-a-person). */
export function makePictures({ sock, me, resolve, pace, fetchPicture, cache }: PicturesOptions) {
  /** Changes that the network has reported; one during a look-up may be about the same picture. */
  let changes = 0;

  /** Null: there is none, or the person hides it. Throws the library's errors. */
  async function read(jid: string, size: PictureSize): Promise<Buffer | null> {
    try {
      const url = await sock.profilePictureUrl(jid, NETWORK_SIZES[size]);
      return url === undefined ? null : await fetchPicture(url);
    } catch (error) {
      if (WITHOUT_PICTURE.has(networkCodeOf(error) ?? 0)) return null;
      throw error;
    }
  }

  /** A person has the same key by the number and, where the device knows the number, by the hidden id. */
  async function keyOf(jid: string): Promise<SeenPerson> {
    const lid = lidOf(jid);
    const phone = lid === null ? phoneOf(jid) : phoneOf(await resolve(lid));
    return { account: me()?.id ?? '', person: phone ?? jid };
  }

  async function findPicture(address: string, size: PictureSize): Promise<Outcome> {
    const jid = jidOfAddress(address);
    const seen = await keyOf(jid);
    const known = cache.get(seen, size);
    if (known !== undefined) return { outcome: 'picture', picture: known?.toString('base64') ?? null };
    const retryAfterMs = pace.take(1);
    if (retryAfterMs > 0) return { outcome: 'paced', retryAfterMs };
    const before = changes;
    const picture = await read(jid, size);
    if (changes === before) cache.set(seen, size, picture);
    return { outcome: 'picture', picture: picture?.toString('base64') ?? null };
  }

  return {
    read,
    /** The picture of a person, from the cache or the network. */
    find: shareCalls(findPicture),
    /** The network reported that this person changed or removed the picture. */
    async changed(jid: string): Promise<void> {
      changes++;
      cache.forget(await keyOf(jid), PICTURE_SIZES);
    },
  };
}
