import { z } from 'zod';
import type { Problem } from './problem.ts';
import { lineOf } from './with-lines.ts';

/** The part of a JSON Schema that is compared. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  [bound: string]: unknown;
}

export const JsonSchemas: z.ZodType<JsonSchema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    anyOf: z.array(JsonSchemas).optional(),
    oneOf: z.array(JsonSchemas).optional(),
    allOf: z.array(JsonSchemas).optional(),
    not: JsonSchemas.optional(),
    properties: z.record(z.string(), JsonSchemas).optional(),
    required: z.array(z.string()).optional(),
    items: z.union([JsonSchemas, z.boolean()]).optional(),
    prefixItems: z.array(JsonSchemas).optional(),
    additionalProperties: z.union([JsonSchemas, z.boolean()]).optional(),
  }),
);

/** The side that fills in the fields: the caller or the responder. */
export type Side = 'input' | 'output';

export interface Rules {
  side: Side;
  /** The document of each schema, where its `$ref`s lead. */
  documents: { before: unknown; after: unknown };
  /** Whether a reader of the new release gets answers of the old one: then a new output field must be optional. */
  readsOldAnswers: boolean;
}

const MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function follow(schema: JsonSchema, document: unknown): JsonSchema {
  if (schema.$ref === undefined) return schema;
  let found: unknown = document;
  for (const step of schema.$ref.replace(/^#\//, '').split('/'))
    found = isObject(found) ? found[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  if (found === undefined) throw new Error(`${schema.$ref} leads nowhere.`);
  return follow(JsonSchemas.parse(found), document);
}

/** One schema for an `allOf`: the members of all its parts. */
function merge(schema: JsonSchema, document: unknown): JsonSchema {
  const { allOf, ...own } = follow(schema, document);
  if (!allOf) return own;
  const parts = [...allOf.map((part) => merge(part, document)), own];
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  return {
    ...Object.assign({}, ...parts),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    required: [...new Set(parts.flatMap(({ required = [] }) => required))],
  };
}

/** The rule that one of several fields is required, as a choice. */
function oneRequired(not?: JsonSchema): JsonSchema[] | undefined {
  const names = Object.keys(not?.properties ?? {});
  return names.length > 0 ? names.map((name) => ({ required: [name] })) : undefined;
}

/** The schemas of which a value must match one. A `not` excludes a body that has none of several fields. */
function alternatives(schema: JsonSchema, document: unknown): JsonSchema[] {
  const { not, ...merged } = merge(schema, document);
  const { anyOf = merged.oneOf ?? oneRequired(not), oneOf: _, ...rest } = merged;
  const join = (one: JsonSchema): JsonSchema => ({
    ...rest,
    ...one,
    required: [...new Set([...(rest.required ?? []), ...(one.required ?? [])])],
  });
  if (anyOf) return anyOf.flatMap((one) => alternatives(one, document).map(join));
  if (Array.isArray(merged.type)) return merged.type.map((type) => ({ ...merged, type }));
  return [merged];
}

const valuesOf = ({ enum: values, const: value }: JsonSchema): unknown[] | null =>
  value === undefined ? (values ?? null) : [value];

const boundOf = (schema: JsonSchema, name: string): number | null => {
  const bound = schema[name];
  return typeof bound === 'number' ? bound : null;
};

/** Compares two schemas of one interface; a pair that is being compared is not compared inside itself again. */
export function compareSchemas(before: JsonSchema, after: JsonSchema, rules: Rules): Problem[] {
  const open = new Set<string>();
  const gone = (text: string, old: JsonSchema): Problem => ({ text, side: 'before', line: lineOf(old) });
  const changed = (text: string, now: JsonSchema | undefined): Problem => ({ text, side: 'after', line: lineOf(now) });

  function compareRequired(old: JsonSchema, now: JsonSchema, at: string): Problem[] {
    const { properties: is = {}, required: nowRequired = [] } = now;
    const { required: oldRequired = [] } = old;
    const newly = nowRequired.filter((name) => !oldRequired.includes(name));
    const report = (names: readonly string[], text: string): Problem[] =>
      names.map((name) => changed(`${at}.${name} ${text}`, is[name] ?? now));
    if (rules.side === 'input') return report(newly, 'is newly required');
    const absent = oldRequired.filter((name) => is[name] && !nowRequired.includes(name));
    return [
      ...report(absent, 'may now be absent'),
      ...report(rules.readsOldAnswers ? newly : [], 'is newly required, and the last release does not answer it'),
    ];
  }

  function compareObjects(old: JsonSchema, now: JsonSchema, at: string): Problem[] {
    const { properties: was = {} } = old;
    const { properties: is = {} } = now;
    const problems = Object.entries(was).flatMap(([name, schema]) => {
      const next = is[name];
      if (next !== undefined) return compare(schema, next, `${at}.${name}`);
      return isObject(now.additionalProperties) ? [] : [gone(`${at}.${name} is gone`, schema)];
    });
    problems.push(...compareRequired(old, now, at));
    if (isObject(old.additionalProperties) && isObject(now.additionalProperties))
      problems.push(...compare(old.additionalProperties, now.additionalProperties, `${at}.*`));
    return problems;
  }

  function compareOne(old: JsonSchema, now: JsonSchema, at: string): Problem[] {
    const texts: string[] = [];
    const isWider = old.type === 'integer' && now.type === 'number';
    if (now.type !== undefined && old.type !== now.type && !isWider)
      return [changed(`${at} was ${old.type ?? 'any value'}, and is ${now.type}`, now)];
    const values = valuesOf(now);
    if (values) {
      const lost = valuesOf(old)?.filter((value) => !values.includes(value));
      if (lost === undefined) texts.push(`${at} takes only listed values now`);
      else if (lost.length > 0) texts.push(`${at} has lost ${lost.map((value) => JSON.stringify(value)).join(', ')}`);
    }
    for (const name of MOST) {
      const [was, is] = [boundOf(old, name), boundOf(now, name)];
      if (is !== null && (was === null || is < was)) texts.push(`${at} has a lower ${name}`);
    }
    for (const name of LEAST) {
      const [was, is] = [boundOf(old, name), boundOf(now, name)];
      if (is !== null && (was === null || is > was)) texts.push(`${at} has a higher ${name}`);
    }
    const problems = texts.map((text) => changed(text, now));
    if (isObject(old.items) && isObject(now.items)) problems.push(...compare(old.items, now.items, `${at}[]`));
    old.prefixItems?.forEach((item, nth) => {
      const next = now.prefixItems?.[nth];
      if (next) problems.push(...compare(item, next, `${at}[${nth}]`));
    });
    return [...problems, ...compareObjects(old, now, at)];
  }

  function compare(old: JsonSchema, now: JsonSchema, at: string): Problem[] {
    const pair = JSON.stringify([old, now]);
    if (open.has(pair)) return [];
    open.add(pair);
    const nows = alternatives(now, rules.documents.after);
    const problems = alternatives(old, rules.documents.before).flatMap((one) => {
      // The alternative that it fits best, if no alternative accepts it without a problem.
      const fits = nows.map((next) => compareOne(one, next, at));
      return fits.reduce((best, next) => (next.length < best.length ? next : best));
    });
    open.delete(pair);
    return [...new Map(problems.map((problem) => [problem.text, problem])).values()];
  }

  return compare(before, after, rules.side);
}
