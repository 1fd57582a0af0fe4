import { camelKey } from './camel.ts';
import type { Shape } from './shape-of.ts';

/** Renames the members of a value. Null: the names are equal on both sides. */
export type Convert = ((value: unknown) => unknown) | null;
export type Casing = 'camel' | 'snake';

type Members = Readonly<Record<string, unknown>>;
type Part = (value: Members) => unknown;

const keep = (value: unknown): unknown => value;

function objectPart(members: ReadonlyMap<string, Shape>, casing: Casing): Part {
  const named = new Map(
    [...members].map(([key, shape]) => {
      const [from, to] = casing === 'camel' ? [key, camelKey(key)] : [camelKey(key), key];
      return [from, { to, inner: makeConvert(shape, casing) }] as const;
    }),
  );
  return (value) => {
    const converted: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const member = named.get(key);
      const inner = value[key];
      // Only a member of an open object, which the schema does not name, has no entry.
      if (member) converted[member.to] = member.inner ? member.inner(inner) : inner;
      else if (key !== '__proto__') converted[key] = inner;
    }
    return converted;
  };
}

function recordPart(values: Shape, casing: Casing): Part {
  const inner = makeConvert(values, casing) ?? keep;
  return (value) =>
    Object.fromEntries(Object.entries(value).map(([key, held]: [string, unknown]) => [key, inner(held)]));
}

/** Compiles the conversion of values that the schema of this shape has parsed. The order of members is kept. */
export function makeConvert(shape: Shape, casing: Casing): Convert {
  if (!shape.isRenamed) return null;
  const element = shape.element ? makeConvert(shape.element, casing) : null;
  const part: Part = shape.members
    ? objectPart(shape.members, casing)
    : shape.values
      ? recordPart(shape.values, casing)
      : keep;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return element ? value.map(element) : value;
    return part(value as Members); // safe: an object that is no list
  };
}
