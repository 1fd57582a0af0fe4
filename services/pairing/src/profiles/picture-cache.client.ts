/** A person at whom an account looks; `account` is the jid of the device, because people choose who sees their picture. */
export interface SeenPerson {
  account: string;
  /** Address of the person. */
  person: string;
}

interface CacheOptions {
  /** The most pictures, and the most bytes of them. */
  maxEntries: number;
  maxBytes: number;
  keepMs: number;
  now(): number;
}

interface Entry {
  picture: Buffer | null;
  untilMs: number;
}

export type PictureCache = ReturnType<typeof makePictureCache>;

/** The cache of all devices of a process: 8 MB of pictures, each for an hour. */
export const PICTURES_KEPT = { maxEntries: 5000, maxBytes: 8 * 1024 * 1024, keepMs: 3_600_000 };

/** Keeps pictures of people, and that there is none; the least recently used ones are dropped first. */
export function makePictureCache({ maxEntries, maxBytes, keepMs, now }: CacheOptions) {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const keyOf = ({ account, person }: SeenPerson, size: string): string => JSON.stringify([account, person, size]);
  function drop(key: string): void {
    bytes -= entries.get(key)?.picture?.length ?? 0;
    entries.delete(key);
  }

  return {
    /** Undefined: unknown. */
    get(seen: SeenPerson, size: string): Buffer | null | undefined {
      const key = keyOf(seen, size);
      const found = entries.get(key);
      if (found === undefined) return undefined;
      drop(key);
      if (found.untilMs <= now()) return undefined;
      entries.set(key, found);
      bytes += found.picture?.length ?? 0;
      return found.picture;
    },
    set(seen: SeenPerson, size: string, picture: Buffer | null): void {
      const key = keyOf(seen, size);
      drop(key);
      entries.set(key, { picture, untilMs: now() + keepMs });
      bytes += picture?.length ?? 0;
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && bytes <= maxBytes) break;
        drop(oldest);
      }
    },
    /** Drops the pictures of a person in every size. */
    forget(seen: SeenPerson, sizes: readonly string[]): void {
      for (const size of sizes) drop(keyOf(seen, size));
    },
    bytes: (): number => bytes,
  };
}
