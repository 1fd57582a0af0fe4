import type { z } from 'zod';

type Schema = z.core.$ZodType;

/** A place in a contract's input. */
export interface InputField {
  /** `events[]`, `template.name`; of a union each option is a separate field. */
  path: string;
  schema: Schema;
  /** An input with this value at the place, and without its other fields. */
  put(value: unknown): unknown;
}

const isFixed = (schema: Schema): boolean => schema._zod.values?.size === 1;

/** The members of an object that have one possible value: they distinguish the options of a union. */
function fixedMembers(shape: Readonly<Record<string, Schema>>): Record<string, unknown> {
  const fixed = Object.entries(shape).filter(([, member]) => isFixed(member));
  return Object.fromEntries(fixed.map(([key, member]) => [key, [...(member._zod.values ?? [])][0]]));
}

/** Every place of a schema, from the outside to the inside: lists, records and objects, and what is in them. */
export function inputFieldsOf(schema: Schema, path = '', put: InputField['put'] = (value) => value): InputField[] {
  // safe: the union of all definitions of this version of zod
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const here: InputField = { path, schema, put };
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return inputFieldsOf(def.innerType, path, put);
    case 'union':
      return def.options.flatMap((option, index) => inputFieldsOf(option, `${path}|${index}`, put));
    case 'array':
      return [here, ...inputFieldsOf(def.element, `${path}[]`, (value) => put([value]))];
    case 'record': {
      const [known] = [...(def.keyType._zod.values ?? [])];
      const key = String(known ?? 'key');
      const keys =
        known === undefined ? inputFieldsOf(def.keyType, `${path}{key}`, (name) => put({ [String(name)]: 1 })) : [];
      return [here, ...keys, ...inputFieldsOf(def.valueType, `${path}{}`, (value) => put({ [key]: value }))];
    }
    case 'object': {
      const fixed = fixedMembers(def.shape);
      const members = Object.entries(def.shape).flatMap(([key, member]) =>
        inputFieldsOf(member, path === '' ? key : `${path}.${key}`, (value) => put({ ...fixed, [key]: value })),
      );
      return [here, ...members];
    }
    default:
      return [here];
  }
}
