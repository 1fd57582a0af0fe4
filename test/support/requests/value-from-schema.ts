import fc from 'fast-check';
import { z } from 'zod';

/** The part of JSON Schema that contracts use. */
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

const MAX_NUMBER = 1000;
/** One optional field in this many is left out. */
const LEFT_OUT = 3;

/** Values that a schema allows; strings come from a list of ids, addresses and words, by the schema's pattern. */
function valuesOf(schema: Schema, strings: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, strings)));
  const [type] = [schema.type ?? 'string'].flat();
  switch (type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? MAX_NUMBER, MAX_NUMBER) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, strings), { minLength: 1, maxLength: 2 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, valuesOf(of, strings)])),
        { requiredKeys: schema.required ?? [] },
      );
    default: {
      const fitting = strings.filter((text) => new RegExp(schema.pattern ?? '', 'u').test(text));
      return fc.constantFrom(...(fitting.length === 0 ? strings : fitting));
    }
  }
}

/** Inputs for a contract: most fields valid, some left out, some hostile. */
export function inputFrom(
  input: z.ZodObject,
  strings: readonly string[],
  hostile: fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  // safe: a contract's schema is an object of fields
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = fc.oneof({ weight: 12, arbitrary: valuesOf(schema, strings) }, { weight: 1, arbitrary: hostile });
    return [name, required.includes(name) ? value : fc.option(value, { nil: undefined, freq: LEFT_OUT - 1 })] as const;
  });
  return fc.record(Object.fromEntries(fields));
}

/** Inputs for a contract with every field, each valid alone. */
export function fullInputFrom(input: z.ZodObject, strings: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  // safe: as in inputFrom
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema, strings)])),
  );
}
