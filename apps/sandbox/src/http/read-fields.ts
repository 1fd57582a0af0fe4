/** An object whose fields are not known. */
export type Fields = Record<string, unknown>;

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Fields =>
  // safe: an object that is no array is a record of unknown values
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The objects of a list; none of anything else. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** A text among the fields. */
export function textIn(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
}
