import { Ajv, type ValidateFunction } from 'ajv';

type Schema = Readonly<Record<string, unknown>>;

const MAX_BYTES = 8 * 1024;
const MAX_DEPTH = 8;
const MAX_PROBLEMS = 3;
/** Keywords that inform the model and are not checked. */
const WORDS = ['title', 'description', 'default', 'examples'];
/** Keywords whose value is data. */
const DATA = ['type', 'required', 'enum', 'const', 'nullable'];
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const SIZES = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];
const LEAVES: ReadonlySet<string> = new Set([...WORDS, ...DATA, ...BOUNDS, ...SIZES]);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf']);

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refuseList(list: unknown, depth: number): string | null {
  if (!Array.isArray(list)) return 'must hold lists in anyOf, oneOf and allOf';
  return firstRefusal(list, depth);
}

function firstRefusal(schemas: readonly unknown[], depth: number): string | null {
  for (const schema of schemas) {
    const refusal = refuseSchema(schema, depth + 1);
    if (refusal !== null) return refusal;
  }
  return null;
}

function refuseKeyword(keyword: string, value: unknown, depth: number): string | null {
  if (LEAVES.has(keyword)) return null;
  if (LISTS.has(keyword)) return refuseList(value, depth);
  if (keyword === 'items') return refuseSchema(value, depth + 1);
  if (keyword === 'additionalProperties') return typeof value === 'boolean' ? null : refuseSchema(value, depth + 1);
  if (keyword === 'properties')
    return isObject(value) ? firstRefusal(Object.values(value), depth) : 'must hold an object in properties';
  return `must not use the keyword ${keyword.slice(0, 40)}`;
}

function refuseSchema(schema: unknown, depth: number): string | null {
  if (!isObject(schema)) return 'must hold objects where schemas stand';
  if (depth > MAX_DEPTH) return `must not be nested deeper than ${MAX_DEPTH}`;
  for (const [keyword, value] of Object.entries(schema)) {
    const refusal = refuseKeyword(keyword, value, depth);
    if (refusal !== null) return refusal;
  }
  return null;
}

const makeAjv = (): Ajv => new Ajv({ strict: true, strictTypes: false, strictRequired: false, logger: false });

/**
 * The reason why a schema of a tool's arguments is refused; null: it is accepted. Its author is untrusted: no
 * references, which may be circular, no patterns, which may take exponential time, and a limit on size and depth
 * (docs/reference/bot-replies.md#tools).
 */
export function refuseToolSchema(schema: unknown): string | null {
  if (!isObject(schema) || schema.type !== 'object') return 'must be a JSON schema of type object';
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_BYTES) return `must be at most ${MAX_BYTES} bytes of JSON`;
  const refusal = refuseSchema(schema, 0);
  if (refusal !== null) return refusal;
  try {
    makeAjv().compile(schema);
    return null;
  } catch {
    return 'must be a valid JSON schema';
  }
}

const describe = ({ errors }: ValidateFunction): string =>
  (errors ?? [])
    .slice(0, MAX_PROBLEMS)
    .map(({ instancePath, message }) => `${instancePath || 'arguments'} ${message ?? 'is invalid'}`)
    .join('; ');

/** The problem with the arguments of a call, in words for the model; null: they match the schema. */
export function checkArguments(schema: Schema, given: Schema): string | null {
  if (refuseToolSchema(schema) !== null) return 'the schema of this tool is not valid';
  const validate = makeAjv().compile(schema);
  return validate(given) ? null : describe(validate);
}
