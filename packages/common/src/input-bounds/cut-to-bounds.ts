import type { z } from 'zod';
import { countJsonValues } from '../text/storable.ts';
import type { Bounds } from './bounds-of.ts';

type Path = readonly PropertyKey[];
type Given = Readonly<Record<string, unknown>>;

/** A value that is too large, in the form of a zod issue. `isDeclared`: the schema names the maximum. */
export interface Oversize {
  issue: z.core.$ZodRawIssue;
  isDeclared: boolean;
}

function oversize(origin: 'string' | 'array', maximum: number, path: Path, isDeclared = true): Oversize {
  return {
    issue: { code: 'too_big', origin, maximum, inclusive: true, input: undefined, path: [...path] },
    isDeclared,
  };
}

function cutText(text: string, { max, isDeclared }: NonNullable<Bounds['text']>, path: Path, found: Oversize[]) {
  if (text.length <= max) return text;
  found.push(oversize('string', max, path, isDeclared));
  return text.slice(0, max);
}

function cutList(
  given: readonly unknown[],
  { max, element }: NonNullable<Bounds['list']>,
  path: Path,
  found: Oversize[],
) {
  const isLong = given.length > max;
  if (isLong) found.push(oversize('array', max, path));
  const kept = isLong ? given.slice(0, max) : given;
  let copy: unknown[] | null = null;
  kept.forEach((value, index) => {
    const cut = cutToBounds(element, value, [...path, index], found);
    if (cut === value) return;
    copy ??= [...kept];
    copy[index] = cut;
  });
  return copy ?? kept;
}

function cutMembers(given: Given, members: NonNullable<Bounds['members']>, path: Path, found: Oversize[]): Given {
  let copy: Record<string, unknown> | null = null;
  for (const [key, bounds] of members) {
    const value = given[key];
    const cut = cutToBounds(bounds, value, [...path, key], found);
    if (cut === value) continue;
    copy ??= { ...given };
    copy[key] = cut;
  }
  return copy ?? given;
}

const refuse = (message: string, path: Path): Oversize => ({
  issue: { code: 'custom', message, input: undefined, path: [...path] },
  isDeclared: true,
});

function cutEntries(given: Given, bounds: NonNullable<Bounds['entries']>, path: Path, found: Oversize[]): Given {
  const { max, maxValues, key, value } = bounds;
  if (maxValues < Infinity && countJsonValues(given, maxValues) > maxValues) {
    found.push(refuse(`must have at most ${maxValues} values`, path));
    return {};
  }
  const keys = Object.keys(given);
  if (keys.length > max) found.push(refuse(`must have at most ${max} entries`, path));
  const before = found.length;
  const entries = keys.slice(0, max).map((name) => {
    const cut = cutToBounds(key, name, path, found);
    // safe: a text, cut or not
    return [cut as string, cutToBounds(value, given[name], [...path, cut as string], found)] as const;
  });
  return keys.length <= max && found.length === before ? given : Object.fromEntries(entries);
}

/**
 * The value cut to its bounds, so that parsing it takes little time; `found` gets the removed values. A value within
 * its bounds is returned unchanged.
 */
export function cutToBounds(bounds: Bounds, value: unknown, path: Path, found: Oversize[]): unknown {
  if (typeof value === 'string') return bounds.text ? cutText(value, bounds.text, path, found) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return bounds.list ? cutList(value, bounds.list, path, found) : value;
  const given = value as Given; // safe: an object that is no list
  if (bounds.members) return cutMembers(given, bounds.members, path, found);
  return bounds.entries ? cutEntries(given, bounds.entries, path, found) : value;
}
