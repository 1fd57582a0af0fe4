import { z } from 'zod';

/** The part of a JSON Schema that is compared. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
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
    properties: z.record(z.string(), JsonSchemas).optional(),
    required: z.array(z.string()).optional(),
    items: z.union([JsonSchemas, z.boolean()]).optional(),
    prefixItems: z.array(JsonSchemas).optional(),
    additionalProperties: z.union([JsonSchemas, z.boolean()]).optional(),
  }),
);

/** Who fills in the fields: the caller, or the one who answers. */
export type Side = 'input' | 'output';

export interface Rules {
  side: Side;
  /** The document of each schema, where its `$ref`s lead. */
  documents: { before: unknown; after: unknown };
  /** Whether a reader of the new release meets answers of the old one: then a new output field must be optional. */
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

/** The schemas of which a value meets one. */
function alternatives(schema: JsonSchema, document: unknown): JsonSchema[] {
  const merged = merge(schema, document);
  const { anyOf = merged.oneOf, oneOf: _, ...rest } = merged;
  if (anyOf) return anyOf.flatMap((one) => alternatives(one, document).map((each) => ({ ...rest, ...each })));
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
export function compareSchemas(before: JsonSchema, after: JsonSchema, rules: Rules): string[] {
  const open = new Set<string>();

  function compareObjects(old: JsonSchema, now: JsonSchema, at: string): string[] {
    const { properties: was = {}, required: oldRequired = [] } = old;
    const { properties: is = {}, required: nowRequired = [] } = now;
    const problems = Object.entries(was).flatMap(([name, schema]) => {
      const next = is[name];
      if (next !== undefined) return compare(schema, next, `${at}.${name}`);
      return isObject(now.additionalProperties) ? [] : [`${at}.${name} is gone`];
    });
    const newlyRequired = nowRequired.filter((name) => !oldRequired.includes(name));
    if (rules.side === 'input') problems.push(...newlyRequired.map((name) => `${at}.${name} is newly required`));
    else {
      problems.push(
        ...oldRequired
          .filter((name) => is[name] && !nowRequired.includes(name))
          .map((name) => `${at}.${name} may now be absent`),
      );
      if (rules.readsOldAnswers)
        problems.push(
          ...newlyRequired.map((name) => `${at}.${name} is newly required, and the last release does not answer it`),
        );
    }
    if (isObject(old.additionalProperties) && isObject(now.additionalProperties))
      problems.push(...compare(old.additionalProperties, now.additionalProperties, `${at}.*`));
    return problems;
  }

  function compareOne(old: JsonSchema, now: JsonSchema, at: string): string[] {
    const problems: string[] = [];
    const isWider = old.type === 'integer' && now.type === 'number';
    if (now.type !== undefined && old.type !== now.type && !isWider)
      return [`${at} was ${old.type ?? 'any value'}, and is ${now.type}`];
    const values = valuesOf(now);
    if (values) {
      const gone = valuesOf(old)?.filter((value) => !values.includes(value));
      if (gone === undefined) problems.push(`${at} takes only listed values now`);
      else if (gone.length > 0)
        problems.push(`${at} has lost ${gone.map((value) => JSON.stringify(value)).join(', ')}`);
    }
    for (const name of MOST) {
      const [was, is] = [boundOf(old, name), boundOf(now, name)];
      if (is !== null && (was === null || is < was)) problems.push(`${at} has a lower ${name}`);
    }
    for (const name of LEAST) {
      const [was, is] = [boundOf(old, name), boundOf(now, name)];
      if (is !== null && (was === null || is > was)) problems.push(`${at} has a higher ${name}`);
    }
    if (isObject(old.items) && isObject(now.items)) problems.push(...compare(old.items, now.items, `${at}[]`));
    old.prefixItems?.forEach((item, nth) => {
      const next = now.prefixItems?.[nth];
      if (next) problems.push(...compare(item, next, `${at}[${nth}]`));
    });
    return [...problems, ...compareObjects(old, now, at)];
  }

  function compare(old: JsonSchema, now: JsonSchema, at: string): string[] {
    const pair = JSON.stringify([old, now]);
    if (open.has(pair)) return [];
    open.add(pair);
    const nows = alternatives(now, rules.documents.after);
    const problems = alternatives(old, rules.documents.before).flatMap((one) => {
      // The alternative that it fits best: none of the others takes it without a problem.
      const fits = nows.map((next) => compareOne(one, next, at));
      return fits.reduce((best, next) => (next.length < best.length ? next : best));
    });
    open.delete(pair);
    return [...new Set(problems)];
  }

  return compare(before, after, rules.side);
}
