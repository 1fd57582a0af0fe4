import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Contract } from '../define-contract.ts';
import { camelSchemaOf } from './camel-schema.ts';
import { makeConvert } from './convert.ts';
import { shapeOf } from './shape-of.ts';

const CONTRACTS = new URL('../contracts/', import.meta.url);

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'kind' in value && 'input' in value && 'output' in value;

/** Contracts may be nested in groups. */
const contractsIn = (value: unknown): Contract[] => {
  if (isContract(value)) return [value];
  const isGroup = typeof value === 'object' && value !== null && !('_zod' in value);
  return isGroup ? Object.values(value).flatMap((inner) => (isContract(inner) ? [inner] : [])) : [];
};

const files = readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.ts$/.test(file),
);
const modules = await Promise.all(files.map((file): Promise<object> => import(new URL(file, CONTRACTS).href)));
const contracts = new Set(modules.flatMap((exported) => Object.values(exported).flatMap(contractsIn)));
const schemas = [...contracts].flatMap(({ service, name, input, output }) => [
  [`${service} ${name}, input`, input] as const,
  [`${service} ${name}, output`, output] as const,
]);

const INSTANT = fc.constant('2026-01-31T12:00:00.000Z');
/** Names that a conversion would change if it mistook them for members. */
const KEYS = fc.constantFrom('first_name', 'firstName', 'a', 'é_x', '1');
const jsonOf = (depth: number): fc.Arbitrary<unknown> =>
  depth === 0
    ? fc.constantFrom<unknown>(null, 1, 'text')
    : fc.oneof(jsonOf(0), fc.dictionary(KEYS, jsonOf(depth - 1), { maxKeys: 3 }), fc.array(jsonOf(depth - 1)));

/** Values with every member that a schema names; its rules for texts and numbers may reject them. */
function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  // safe: the union of all definitions of this version of zod
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const isLeftOut = ([, member]: [string, z.core.$ZodType]) => member._zod.optin === 'optional';
      const members = Object.entries(def.shape);
      const required = members.filter((member) => !isLeftOut(member)).map(([key]) => key);
      const values = Object.fromEntries(members.map(([key, member]) => [key, valuesOf(member)]));
      return fc.record(values, { requiredKeys: required });
    }
    case 'array':
      return fc.array(valuesOf(def.element), { minLength: 1, maxLength: 2 });
    case 'record': {
      const keys = [...(def.keyType._zod.values ?? [])].map(String);
      const inner = valuesOf(def.valueType);
      return keys.length > 0
        ? fc.record(Object.fromEntries(keys.map((key) => [key, inner])))
        : fc.dictionary(KEYS, inner, { maxKeys: 3 });
    }
    case 'union':
      return fc.oneof(...def.options.map(valuesOf));
    case 'nullable':
      return fc.option(valuesOf(def.innerType), { freq: 4 });
    case 'optional':
    case 'default':
    case 'prefault':
      return valuesOf(def.innerType);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'lazy':
    case 'unknown':
      return jsonOf(2);
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer({ min: 1, max: 50 });
    case 'string':
      return fc.oneof(fc.constantFrom('abcdefghij', '1', 'user_id'), INSTANT);
    default:
      throw new Error(`No values are known of a schema of kind ${def.type}.`);
  }
}

test('covers every contract', () => {
  expect(contracts.size).toBeGreaterThan(190);
});

test.each(schemas)('%s: converting to the bus and back returns the same value', (_name, schema) => {
  const toCamel = makeConvert(shapeOf(schema), 'camel') ?? ((value) => value);
  const toSnake = makeConvert(shapeOf(schema), 'snake') ?? ((value) => value);
  fc.assert(
    fc.property(valuesOf(schema), (value) => {
      expect(toSnake(toCamel(value))).toEqual(value);
    }),
    { numRuns: 50 },
  );
});

const pathsOf = (error: z.core.$ZodError | undefined) =>
  error?.issues.map(({ code, path }) => `${code} ${path.map((part) => String(part).replaceAll('_', '')).join('.')}`);

test.each(schemas)('%s: the bus accepts the same values as the edge, with the same defaults', (_name, schema) => {
  const toCamel = makeConvert(shapeOf(schema), 'camel') ?? ((value) => value);
  const onBus = camelSchemaOf(schema);
  // safe: every schema of a contract is created by zod itself
  const onWire = schema as z.ZodType;
  fc.assert(
    fc.property(valuesOf(schema), (value) => {
      const wire = onWire.safeParse(value);
      const bus = onBus.safeParse(toCamel(value));
      expect(pathsOf(bus.error)?.join().toLowerCase()).toEqual(pathsOf(wire.error)?.join().toLowerCase());
      expect(bus.data).toEqual(wire.success ? toCamel(wire.data) : undefined);
    }),
    { numRuns: 50 },
  );
});
