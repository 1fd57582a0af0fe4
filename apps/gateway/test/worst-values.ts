import type { InputField } from '@parley/testing/contracts/input-fields';
import { worstTexts } from '@parley/testing/hostile/worst-texts';
import type { z } from 'zod';

const MEGABYTE = 2 ** 20;

/** One value for a field. */
export interface WorstValue {
  what: string;
  value: unknown;
}

const LONG_TEXTS = worstTexts(MEGABYTE, [['', '']]);
const LONG_TEXT = { what: 'a megabyte of letters', value: 'a'.repeat(MEGABYTE) };
const INSTANT = { what: 'a time of a megabyte', value: `2026-01-31T12:00:00.${'0'.repeat(MEGABYTE)}Z` };

const listOf = (element: unknown, bytes = MEGABYTE): unknown[] =>
  Array.from({ length: Math.floor(bytes / ((JSON.stringify(element) ?? '').length + 1)) }, () => element);

let deep: unknown = 0;
for (let level = 0; level < 60; level++) deep = level % 2 ? [deep] : { a: deep };

const MANY_KEYS = 100_000;
const wide = Object.fromEntries(Array.from({ length: MANY_KEYS }, (_, index) => [`k${index}`, 0]));

/** Values of every kind, for a field of any kind. */
const ANY: readonly WorstValue[] = [
  ...[0, '', 'x', null, true, {}, [], { a: 1 }, [0]].map((element) => ({
    what: `a list of many ${JSON.stringify(element)}`,
    value: listOf(element),
  })),
  { what: 'different numbers', value: Array.from({ length: 150_000 }, (_, index) => index) },
  { what: 'different texts', value: Array.from({ length: 100_000 }, (_, index) => `k${index}`) },
  { what: 'many names', value: wide },
  { what: 'a list of objects of many names', value: [wide] },
  { what: 'deep nesting', value: deep },
  { what: 'much deep nesting', value: listOf(deep) },
];

const ONE_LIST = { what: 'a list of many 0', value: listOf(0) };

interface Sizes {
  texts: number | null;
  list: number | null;
}

/** The maximum sizes that a schema itself names. */
function sizesOf(schema: z.core.$ZodType): Sizes {
  const { def } = schema._zod;
  // safe: every check has one of the definitions of this version of zod
  const checks = (def.checks ?? []).map((check) => check._zod.def as z.core.$ZodChecks['_zod']['def']);
  const max = checks.flatMap((check) => (check.check === 'max_length' ? [check.maximum] : []))[0] ?? null;
  return { texts: def.type === 'string' ? max : null, list: def.type === 'array' ? max : null };
}

/** Equal for schemas with the same rules: two fields of `line(100)`, say. */
export function signatureOf(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod; // safe: the union of all definitions of this version of zod
  if (def.type === 'array') return `${signatureOf(def.element)}[] ${rulesOf(schema)}`;
  return def.type === 'string' || def.type === 'number' ? `${def.type} ${rulesOf(schema)}` : schema;
}

const rulesOf = ({ _zod: { def } }: z.core.$ZodType): string =>
  JSON.stringify([def, ...(def.checks ?? []).map(({ _zod }) => _zod.def)], (_key, value: unknown) =>
    typeof value === 'function' || value instanceof RegExp ? String(value) : value,
  );

/** Elements that a list's schema accepts or almost accepts. */
function elementsOf(schema: z.core.$ZodType): unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod; // safe: the union of all definitions of this version of zod
  if (def.type !== 'array') return [];
  const inner = def.element;
  const { texts } = sizesOf(inner);
  const values = [...(inner._zod.values ?? [])];
  return texts === null ? [...values.slice(0, 1), {}, 1] : worstTexts(Math.min(texts, 4096)).map(({ value }) => value);
}

/** A list of the full size that its schema names, at most a megabyte. */
const fullLists = (schema: z.core.$ZodType, max: number): WorstValue[] =>
  elementsOf(schema).map((element) => ({
    what: `a full list of ${JSON.stringify(element)?.slice(0, 30)}`,
    value: listOf(element).slice(0, max),
  }));

/**
 * The values of one field that cost most to parse: a megabyte, and sizes that the schema still accepts. `isNew`: another field
 * has not had these values by the same schema.
 */
export function worstValuesOf({ schema }: Pick<InputField, 'schema'>, isNew: boolean): WorstValue[] {
  if (!isNew) return [LONG_TEXT, ONE_LIST];
  const { texts, list } = sizesOf(schema);
  return [
    ...(schema._zod.def.type === 'string' ? [...LONG_TEXTS, INSTANT] : [LONG_TEXT, INSTANT]),
    ...(texts === null ? [] : worstTexts(Math.min(texts, MEGABYTE))),
    ...ANY,
    ...(list === null ? [] : fullLists(schema, list)),
  ];
}
