import type { BoundedMap } from './bounded-map.ts';
import type { BoundedRing } from './bounded-ring.ts';

/** A section of the sandbox's memory that survives a restart. */
export interface KeptPart {
  /** A structured clone of the kept values; null while there are none. */
  save(): unknown;
  /** Restores the values that the same version saved. */
  load(saved: unknown): void;
}

/** The newest entries of each store that are kept, so that the file has a bound. */
const MAX_KEPT = 2000;
/** The number of ids that a killed sandbox may have assigned since it was last saved. */
const NUMBERS_SKIPPED = 1000;

type AnyMap<T> = Pick<Map<string, T>, 'set' | 'clear' | 'entries'> | BoundedMap<T>;

/** Keeps the newest entries of a map; with `sizeOf`, at most so many bytes of them. */
export function keepMap<T>(map: AnyMap<T>, limit?: { maxBytes: number; sizeOf(value: T): number }): KeptPart {
  return {
    save() {
      const newest = [...map.entries()].slice(-MAX_KEPT);
      if (!limit) return newest;
      let bytes = 0;
      return newest
        .reverse()
        .filter(([, value]) => {
          bytes += limit.sizeOf(value);
          return bytes <= limit.maxBytes;
        })
        .reverse();
    },
    load(saved) {
      map.clear();
      // safe: `save` returned it
      for (const [key, value] of saved as [string, T][]) map.set(key, value);
    },
  };
}

/** Keeps the newest entries of a ring. */
export const keepRing = <T>(ring: BoundedRing<T>): KeptPart => ({
  save: () => ring.newest(MAX_KEPT).map(({ entry }) => entry),
  load(saved) {
    ring.clear();
    // safe: `save` returned it
    for (const entry of saved as T[]) ring.push(entry);
  },
});

/** Keeps a set of strings. */
export const keepSet = (set: Set<string>): KeptPart => ({
  save: () => [...set].slice(-MAX_KEPT),
  load(saved) {
    set.clear();
    // safe: `save` returned it
    for (const entry of saved as string[]) set.add(entry);
  },
});

/** Keeps the members of an object. */
export const keepMembers = (members: () => object): KeptPart => ({
  save: () => ({ ...members() }),
  load: (saved) => void Object.assign(members(), saved),
});

/** Keeps a counter, and leaves a gap, so that a number is never assigned twice. */
export const keepCounter = (counter: { next: number }): KeptPart => ({
  save: () => counter.next,
  load(saved) {
    counter.next = Number(saved) + NUMBERS_SKIPPED;
  },
});

/** Keeps several sections under their names. A section that was not saved yet stays unchanged. */
export function keepAll(parts: Readonly<Record<string, KeptPart>>): KeptPart {
  return {
    save: () => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.save()])),
    load(saved) {
      for (const [name, value] of Object.entries(Object(saved))) if (value !== null) parts[name]?.load(value);
    },
  };
}
