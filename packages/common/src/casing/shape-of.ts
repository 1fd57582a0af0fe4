import type { z } from 'zod';
import { camelKey, isWritten } from './camel.ts';

type Schema = z.core.$ZodType;

/** The named members of a schema's values. */
export interface Shape {
  /** Members of an object, by their wire name. */
  members: ReadonlyMap<string, Shape> | null;
  /** Element of a list. */
  element: Shape | null;
  /** Values of a record whose keys are data. */
  values: Shape | null;
  /** Whether it accepts objects that keep their names: records, JSON, `asWritten` values. */
  isOpaque: boolean;
  /** Whether a member has another name on the bus. */
  isRenamed: boolean;
}

const PLAIN: Shape = { members: null, element: null, values: null, isOpaque: false, isRenamed: false };
const OPAQUE: Shape = { ...PLAIN, isOpaque: true };

function listOf(element: Shape): Shape {
  return { ...PLAIN, element, isRenamed: element.isRenamed };
}

function objectOf(members: ReadonlyMap<string, Shape>): Shape {
  const renamed = new Set([...members.keys()].map(camelKey));
  if (renamed.size < members.size) throw new Error(`Two members have one name in camelCase: ${[...members.keys()]}`);
  const isRenamed = [...members].some(([key, shape]) => shape.isRenamed || camelKey(key) !== key);
  return { ...PLAIN, members, isRenamed };
}

function recordOf({ keyType, valueType }: z.core.$ZodRecordDef): Shape {
  const keys = [...(keyType._zod.values ?? [])];
  // Its type is that of an object.
  if (keys.some((key) => camelKey(String(key)) !== key))
    throw new Error(`A record with keys in snake_case must be asWritten(): ${keys.join(', ')}`);
  const values = shapeOf(valueType);
  return values.isRenamed ? { ...PLAIN, values, isRenamed: true } : OPAQUE;
}

const bothOf = (a: Shape | null, b: Shape | null): Shape | null => (a && b ? merge(a, b) : (a ?? b));

/** The shape of values of either schema. */
function merge(a: Shape, b: Shape): Shape {
  const members = new Map(a.members);
  for (const [key, shape] of b.members ?? []) members.set(key, merge(members.get(key) ?? PLAIN, shape));
  const merged: Shape = {
    members: a.members || b.members ? objectOf(members).members : null,
    element: bothOf(a.element, b.element),
    values: bothOf(a.values, b.values),
    isOpaque: a.isOpaque || b.isOpaque,
    isRenamed: a.isRenamed || b.isRenamed,
  };
  const kinds = [merged.members, merged.values, merged.isOpaque || null].filter((kind) => kind !== null);
  if (merged.isRenamed && kinds.length > 1) throw new Error('A union of objects and records cannot be told apart.');
  return merged;
}

function readShape(schema: Schema): Shape {
  // safe: the union of all definitions of this version of zod
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'literal':
    case 'enum':
      return PLAIN;
    case 'unknown':
      return OPAQUE;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return shapeOf(def.innerType);
    case 'array':
      return listOf(shapeOf(def.element));
    case 'object':
      return objectOf(new Map(Object.entries(def.shape).map(([key, member]) => [key, shapeOf(member)])));
    case 'record':
      return recordOf(def);
    case 'union':
      return def.options.map(shapeOf).reduce(merge);
    case 'lazy':
      return shapeOf(def.getter());
    default:
      throw new Error(`The casing of a schema of kind ${def.type} is not known.`);
  }
}

const shapes = new WeakMap<Schema, Shape>();
const underway = new Map<Schema, { isRecursive: boolean }>();

/** The shape of a schema's values. Throws for a schema whose casing is ambiguous. */
export function shapeOf(schema: Schema): Shape {
  if (isWritten(schema)) return OPAQUE;
  const known = shapes.get(schema);
  if (known) return known;
  const outer = underway.get(schema);
  if (outer) {
    // Treated as JSON of any shape, which is only valid while nothing in it is renamed.
    outer.isRecursive = true;
    return OPAQUE;
  }
  const entry = { isRecursive: false };
  underway.set(schema, entry);
  try {
    const shape = readShape(schema);
    if (entry.isRecursive && shape.isRenamed)
      throw new Error('A recursive schema with members in snake_case is not supported.');
    shapes.set(schema, shape);
    return shape;
  } finally {
    underway.delete(schema);
  }
}
