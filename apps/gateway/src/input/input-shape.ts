import type { Contract } from '@parley/common/define-contract';
import type { z } from 'zod';

type Fields = Record<string, z.core.$ZodType>;

/** Facts about a contract's input that parsing needs, computed once at start. */
export interface InputShape {
  keys: readonly string[];
  /** Fields that arrive as decimal digits in a query string or a path. */
  integers: ReadonlySet<string>;
  /** Fields that arrive as `true` or `false` in a query string. */
  booleans: ReadonlySet<string>;
  /** Fields for which null is a value and does not mean absent. */
  nullable: ReadonlySet<string>;
  /** Object fields whose own members may be blank, with those members. */
  nested: ReadonlyMap<string, readonly string[]>;
  fields: Fields;
}

/** The schema inside optional, nullable and default wrappers. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  // safe: each of these wrappers holds its inner schema there
  const inner = (def as { innerType?: z.core.$ZodType }).innerType;
  return inner && ['optional', 'nullable', 'default', 'prefault'].includes(def.type) ? unwrap(inner) : schema;
}

/** Members of an object schema, or null for any other schema. */
export function membersOf(schema: z.core.$ZodType): Fields | null {
  const { def } = unwrap(schema)._zod;
  // safe: an object schema's definition has its shape
  return def.type === 'object' ? (def as z.core.$ZodObjectDef).shape : null;
}

/** The elements of a list, or null for any other schema. */
export function elementOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  const { def } = unwrap(schema)._zod;
  // safe: an array schema's definition has its element
  return def.type === 'array' ? (def as z.core.$ZodArrayDef).element : null;
}

function acceptsNull(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  if (def.type === 'nullable') return true;
  // safe: wrappers hold their inner schema there; other schemas have none
  const inner = (def as { innerType?: z.core.$ZodType }).innerType;
  return inner !== undefined && acceptsNull(inner);
}

export function makeInputShape(contract: Pick<Contract, 'input'>): InputShape {
  const fields: Fields = contract.input.shape;
  const keys = Object.keys(fields);
  const keysWhere = (holds: (schema: z.core.$ZodType) => boolean) =>
    new Set(
      Object.entries(fields)
        .filter(([, schema]) => holds(schema))
        .map(([key]) => key),
    );
  const nested = new Map<string, readonly string[]>();
  for (const [key, schema] of Object.entries(fields)) {
    const members = membersOf(schema);
    if (members) nested.set(key, Object.keys(members));
  }
  return {
    keys,
    fields,
    nested,
    integers: keysWhere((schema) => unwrap(schema)._zod.def.type === 'number'),
    booleans: keysWhere((schema) => unwrap(schema)._zod.def.type === 'boolean'),
    nullable: keysWhere(acceptsNull),
  };
}
