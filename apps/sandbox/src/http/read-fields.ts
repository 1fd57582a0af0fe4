/** An object with unknown fields. */
export type Fields = Record<string, unknown>;

/** The fields of an object; empty for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  // safe: an object that is not an array is a record of unknown values
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The objects of a list; empty for any other value. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** A text field; null if it is missing or not a text. */
export function textIn(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
}
