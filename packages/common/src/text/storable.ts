import { z } from 'zod';

/** Whether PostgreSQL can store the text: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);

const RULE = 'must not contain NUL or lone surrogates';

/** Text of at most `maxLength` UTF-16 units, empty or not, that {@link isStorable}. */
export const storableText = (maxLength: number) => z.string().max(maxLength).refine(isStorable, RULE);

/** Length of the longest name of a member, in UTF-16 units. */
const JSON_KEY_MAX = 65_536;

/** Whether every string of a JSON value, names of members included, {@link isStorable}. */
export function isStorableJson(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && !isStorable(next)) return false;
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next)) for (const inner of next) open.push(inner);
    else
      for (const [key, inner] of Object.entries(next)) {
        if (!isStorable(key)) return false;
        open.push(inner);
      }
  }
  return true;
}

/** JSON of any shape. Zod does not look into it: its own schema of JSON takes seconds for a megabyte of small values. */
// safe: what comes from JSON.parse is JSON
const AnyJson = z.unknown() as z.ZodUnknown & z.ZodType<z.core.util.JSONType, z.core.util.JSONType>;

/** Number of all values inside a JSON value, itself included; stops counting after `max`. */
export function countJsonValues(value: unknown, max: number): number {
  const open: unknown[] = [value];
  let count = 0;
  while (open.length > 0 && count <= max) {
    const next = open.pop();
    count++;
    if (typeof next !== 'object' || next === null) continue;
    const inner: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (count + open.length + inner.length > max) return max + 1;
    open.push(...inner);
  }
  return count;
}

/** Parameters of {@link atMostEntries}: the maximum sizes of a record. */
export interface RecordSizes {
  maxEntries: number;
  /** Maximum JSON values inside, at every depth. */
  maxValues?: number;
}

/** Arguments of `refine` for the maximum size of a record (input-bounds/bounds-of.ts). */
export const atMostEntries = (maxEntries: number, maxValues?: number) =>
  [
    (record: object): boolean => Object.keys(record).length <= maxEntries,
    {
      message: `must have at most ${maxEntries} entries`,
      params: { sizes: { maxEntries, ...(maxValues === undefined ? {} : { maxValues }) } satisfies RecordSizes },
    },
  ] as const;

/**
 * A JSON object with members of any shape that PostgreSQL can store: its number of members, and values at every depth,
 * are limited.
 */
export const jsonObject = (maxEntries: number, maxValues: number) =>
  z
    .record(storableText(JSON_KEY_MAX), AnyJson)
    .refine(...atMostEntries(maxEntries, maxValues))
    .refine(isStorableJson, RULE);
