import { AppError } from '@parley/common/errors';
import { type IsIn, networkOf } from '../addresses/address-network.ts';

export interface RoomLimits {
  maxBytes: number;
  /** The share of one network, in bytes. A shared address has half of all: it may be a proxy with every caller. */
  maxBytesPerNetwork: number;
}

/** A body that is in memory. */
export interface HeldBody {
  /** Call it for every chunk before it is stored. Errors: service_unavailable. */
  take(bytes: number): void;
  /** Call it once the complete body is needed: from then on it is not dropped for another one. */
  keep(): void;
  /** Call it when the body is no longer in memory. A repeat does nothing. */
  release(): void;
}

/** The sender of a body, and the callback for when it is dropped for another one. */
export interface Arriving {
  address: string;
  /** Dropped before bodies of others. */
  isSuspect?(): boolean;
  giveWay(error: AppError): void;
}

/** Memory for bodies of senders who are not known yet. */
export type BodyRoom = ReturnType<typeof makeBodyRoom>;

interface Place {
  arriving: Arriving;
  network: string;
  bytes: number;
  isKept: boolean;
}

const tooMany = (): AppError =>
  new AppError('service_unavailable', { message: 'Too many requests are arriving at once.', retry_after: 1 });

/**
 * When the memory of all, or of one network, is full, the oldest unfinished body in it is dropped. So bodies that never
 * end cannot block others: a body that arrives at once is complete before its turn to be dropped comes.
 */
export function makeBodyRoom({ maxBytes, maxBytesPerNetwork }: RoomLimits, isShared: IsIn) {
  /** The oldest first. */
  const places = new Set<Place>();
  const byNetwork = new Map<string, number>();
  let total = 0;

  const add = (place: Place, bytes: number): void => {
    const ofNetwork = (byNetwork.get(place.network) ?? 0) + bytes;
    if (ofNetwork > 0) byNetwork.set(place.network, ofNetwork);
    else byNetwork.delete(place.network);
    place.bytes += bytes;
    total += bytes;
  };

  const release = (place: Place): void => {
    if (places.delete(place)) add(place, -place.bytes);
  };

  /** Frees the memory of one body other than this one; false if none may be dropped. */
  function makeRoom(own: Place, isNear: (other: Place) => boolean): boolean {
    let oldest: Place | null = null;
    for (const place of places) {
      if (place === own || place.isKept || place.bytes === 0 || !isNear(place)) continue;
      oldest ??= place;
      if (!place.arriving.isSuspect?.()) continue;
      oldest = place;
      break;
    }
    if (oldest === null) return false;
    release(oldest);
    oldest.arriving.giveWay(tooMany());
    return true;
  }

  return {
    enter(arriving: Arriving): HeldBody {
      const place: Place = { arriving, network: networkOf(arriving.address), bytes: 0, isKept: false };
      const most = isShared(arriving.address) ? maxBytes / 2 : maxBytesPerNetwork;
      const isOwn = (other: Place): boolean => other.network === place.network;
      places.add(place);
      return {
        take(bytes) {
          if (!places.has(place)) throw tooMany();
          while ((byNetwork.get(place.network) ?? 0) + bytes > most) if (!makeRoom(place, isOwn)) throw tooMany();
          while (total + bytes > maxBytes) if (!makeRoom(place, () => true)) throw tooMany();
          add(place, bytes);
        },
        keep() {
          place.isKept = true;
        },
        release: () => release(place),
      };
    },
    /** Bytes in memory. */
    size: () => total,
  };
}
