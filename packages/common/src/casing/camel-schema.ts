import { z } from 'zod';
import { boundInput, isBounded } from '../input-bounds/bound-input.ts';
import { type Camel, camelKey } from './camel.ts';
import { makeConvert } from './convert.ts';
import { shapeOf } from './shape-of.ts';

type Schema = z.core.$ZodType;

const toCamel = (schema: Schema, value: unknown): unknown => makeConvert(shapeOf(schema), 'camel')?.(value) ?? value;

/** The rules of a schema whose members are renamed. Each gets the value that it was written for: the wire form. */
function checksOnWire(schema: Schema): z.core.$ZodCheck<never>[] {
  const toSnake = makeConvert(shapeOf(schema), 'snake');
  return (schema._zod.def.checks ?? []).map((check) => {
    const { def } = check._zod;
    if (def.check !== 'custom') return check;
    // safe: a rule made by refine() is such a schema as well
    const rule = check as unknown as z.core.$ZodCustom;
    const { fn } = rule._zod.def;
    if (!fn) throw new Error('A rule for members in snake_case must be made by refine().');
    return z.core.clone(rule, { ...rule._zod.def, fn: (value: unknown) => fn(toSnake?.(value)) });
  });
}

/** The parts of a schema's definition that differ when its values are in camelCase. */
function renamedParts(schema: Schema): object {
  // safe: the union of all definitions of this version of zod
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const members = Object.entries(def.shape).map(([key, member]) => [camelKey(key), camelSchemaOf(member)]);
      return { shape: Object.fromEntries(members) };
    }
    case 'array':
      return { element: camelSchemaOf(def.element) };
    case 'record':
      return { valueType: camelSchemaOf(def.valueType) };
    case 'optional':
    case 'nullable':
      return { innerType: camelSchemaOf(def.innerType) };
    case 'default':
    case 'prefault':
      return { innerType: camelSchemaOf(def.innerType), defaultValue: toCamel(schema, def.defaultValue) };
    case 'union': {
      const { discriminator } = def as Partial<z.core.$ZodDiscriminatedUnionDef>; // safe: absent on other unions
      const named = discriminator === undefined ? {} : { discriminator: camelKey(discriminator) };
      return { ...named, options: def.options.map(camelSchemaOf) };
    }
    case 'lazy':
      return { getter: () => camelSchemaOf(def.getter()) };
    default:
      throw new Error(`A schema of kind ${def.type} has no members.`);
  }
}

const derived = new WeakMap<Schema, Schema>();

/** The schema itself when nothing is renamed, otherwise one with the same rules for values in camelCase. */
export function camelSchemaOf<T extends Schema>(schema: T): z.ZodType<Camel<z.output<T>>> {
  // safe: the type describes the renaming of the members
  return deriveSchema(schema) as z.ZodType<Camel<z.output<T>>>;
}

function deriveSchema(schema: Schema): Schema {
  if (!shapeOf(schema).isRenamed) return schema;
  const known = derived.get(schema);
  if (known) return known;
  const renamed = z.core.clone(schema, { ...schema._zod.def, ...renamedParts(schema), checks: checksOnWire(schema) });
  const camel = isBounded(schema) ? boundInput(renamed) : renamed;
  derived.set(schema, camel);
  return camel;
}
