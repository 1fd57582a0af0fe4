import type { z } from 'zod';
import type { RecordSizes } from '../text/storable.ts';

type Schema = z.core.$ZodType;

/** Length from which a string is too long for a schema that has a pattern and no maximum, in UTF-16 units. */
export const PATTERN_MAX = 2048;

/** The sizes that a schema accepts, by the kind of the value. Null: it accepts no value of this kind, whatever its size. */
export interface Bounds {
  /** Strings, in UTF-16 units. */
  text: { max: number; isDeclared: boolean } | null;
  list: { max: number; element: Bounds } | null;
  members: readonly (readonly [string, Bounds])[] | null;
  /** `maxValues`: of JSON inside, at every depth. */
  entries: { max: number; maxValues: number; key: Bounds; value: Bounds } | null;
}

const NONE: Bounds = { text: null, list: null, members: null, entries: null };

/** The smallest maximum among the checks of a schema. */
function declaredMax({ _zod: { def } }: Schema): number | null {
  let max: number | null = null;
  for (const { _zod } of def.checks ?? []) {
    // safe: the union of all definitions of checks of this version of zod
    const check = _zod.def as z.core.$ZodChecks['_zod']['def'];
    const own =
      check.check === 'max_length' ? check.maximum : check.check === 'length_equals' ? check.length : Infinity;
    max = Math.min(max ?? Infinity, own);
  }
  return max === Infinity ? null : max;
}

const hasPattern = ({ _zod: { def } }: Schema): boolean =>
  'format' in def || (def.checks ?? []).some(({ _zod }) => _zod.def.check === 'string_format');

function textOf(schema: Schema): Bounds {
  const max = declaredMax(schema);
  if (max === null && !hasPattern(schema)) throw new Error('A string of an input needs a maximum length.');
  return { ...NONE, text: { max: max ?? PATTERN_MAX, isDeclared: max !== null } };
}

function listOf(schema: Schema, element: Schema): Bounds {
  const max = declaredMax(schema);
  if (max === null) throw new Error('A list of an input needs a maximum number of elements.');
  return { ...NONE, list: { max, element: boundsOf(element) } };
}

/** Parameters of the refinement `atMostEntries`; other refinements have none of these. */
const sizesOf = (def: object): RecordSizes | undefined => (def as { params?: { sizes?: RecordSizes } }).params?.sizes; // safe: absent where it is not set

function recordOf({ _zod: { def } }: Schema, { keyType, valueType }: z.core.$ZodRecordDef): Bounds {
  const given = (def.checks ?? []).flatMap(({ _zod }) => sizesOf(_zod.def) ?? []);
  const [sizes] = given;
  const max = keyType._zod.values?.size ?? sizes?.maxEntries;
  if (max === undefined) throw new Error('A record of an input needs atMostEntries().');
  // A key without its own maximum may be as long as the longest pattern allows.
  const key = keyType._zod.values ? NONE : boundsOf(keyType);
  const maxValues = sizes?.maxValues ?? Infinity;
  if (valueType._zod.def.type === 'unknown' && maxValues === Infinity)
    throw new Error('A record of JSON in an input needs a maximum number of values.');
  return { ...NONE, entries: { max, maxValues, key, value: boundsOf(valueType) } };
}

type Members = NonNullable<Bounds['members']>;

function mergeMembers(a: Members, b: Members): Members {
  const merged = new Map(a);
  for (const [key, bounds] of b) merged.set(key, merge(merged.get(key) ?? NONE, bounds));
  return [...merged];
}

const bothOf = <T>(a: T | null, b: T | null, join: (a: T, b: T) => T): T | null => (a && b ? join(a, b) : (a ?? b));

/** The bounds of values of either schema: the wider ones. */
const merge = (a: Bounds, b: Bounds): Bounds => ({
  text: bothOf(a.text, b.text, (x, y) => (x.max < y.max ? y : x)),
  list: bothOf(a.list, b.list, (x, y) => ({ max: Math.max(x.max, y.max), element: merge(x.element, y.element) })),
  members: bothOf(a.members, b.members, mergeMembers),
  entries: bothOf(a.entries, b.entries, (x, y) => ({
    max: Math.max(x.max, y.max),
    maxValues: Math.max(x.maxValues, y.maxValues),
    key: merge(x.key, y.key),
    value: merge(x.value, y.value),
  })),
});

function read(schema: Schema): Bounds {
  // safe: the union of all definitions of this version of zod
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return textOf(schema);
    case 'number':
    case 'boolean':
    case 'null':
    case 'literal':
    case 'enum':
      return NONE;
    case 'unknown':
      // Zod does not look into the value.
      return NONE;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return boundsOf(def.innerType);
    case 'array':
      return listOf(schema, def.element);
    case 'object':
      return { ...NONE, members: Object.entries(def.shape).map(([key, member]) => [key, boundsOf(member)]) };
    case 'record':
      return recordOf(schema, def);
    case 'union':
      return def.options.map(boundsOf).reduce(merge);
    default:
      throw new Error(`A schema of kind ${def.type} has no bounds: an input cannot have it.`);
  }
}

const known = new WeakMap<Schema, Bounds>();

/** The bounds of a schema's values. Throws for a schema that accepts a string, a list or a record of any size. */
export function boundsOf(schema: Schema): Bounds {
  const bounds = known.get(schema) ?? read(schema);
  known.set(schema, bounds);
  return bounds;
}
