import { Ajv2020 } from 'ajv/dist/2020.js';

const MAX_BYTES = 8 * 1024;
const DRAFT = '$schema';

/** Null where it is a JSON Schema of an object that arguments can be checked by; otherwise what it must be. */
export function parametersProblem(parameters: Readonly<Record<string, unknown>>): string | null {
  if (Buffer.byteLength(JSON.stringify(parameters)) > MAX_BYTES) return 'must be at most 8 KiB of JSON';
  if (parameters.type !== 'object') return 'must be a JSON Schema of type object';
  try {
    compileParameters(parameters);
    return null;
  } catch {
    return 'must be a valid JSON Schema without references to other documents';
  }
}

/** What says whether arguments fit a schema. A compiler of its own: schemas of different tenants may have the same `$id`. */
export function compileParameters(parameters: Readonly<Record<string, unknown>>): (given: unknown) => boolean {
  const { [DRAFT]: _draft, ...schema } = parameters;
  return new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(schema);
}
