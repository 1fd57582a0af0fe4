import type { InputShape } from './input-shape.ts';

type Given = Readonly<Record<string, unknown>>;

const INTEGER = /^-?\d{1,16}$/;

const isRecord = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

function pickMembers(from: Given, keys: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const key of keys) {
    const value = Object.hasOwn(from, key) ? from[key] : undefined;
    if (value !== undefined && value !== null && !isBlank(value)) picked[key] = value;
  }
  return picked;
}

/**
 * The known fields of a JSON body: empty texts, blank texts and null count as absent, unknown fields are ignored
 * (docs/reference/requests.md#fields). Only own members are read, so a name such as `constructor` is an unknown field.
 */
export function pruneBody(shape: InputShape, body: Given): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const key of shape.keys) {
    if (!Object.hasOwn(body, key)) continue;
    const value = body[key];
    if (value === null) {
      if (shape.nullable.has(key)) picked[key] = null;
      continue;
    }
    if (value === undefined || isBlank(value)) continue;
    const members = isRecord(value) ? shape.nested.get(key) : undefined;
    picked[key] = members && isRecord(value) ? pickMembers(value, members) : value;
  }
  return picked;
}

/**
 * The known fields of a query string or of a path: digits become numbers if the field is an integer, `true` and `false`
 * become booleans. A repeated parameter stays a list, which no field accepts (docs/reference/requests.md#fields).
 */
export function pruneQuery(shape: InputShape, query: Given): Record<string, unknown> {
  const picked = pickMembers(query, shape.keys);
  for (const key of shape.integers) {
    const value = picked[key];
    if (typeof value === 'string' && INTEGER.test(value)) picked[key] = Number(value);
  }
  for (const key of shape.booleans)
    if (picked[key] === 'true' || picked[key] === 'false') picked[key] = picked[key] === 'true';
  return picked;
}
