/** A JSON object from a platform, with unchecked members. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The value if it is a string, else ''. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The objects of the value if it is an array, else none. */
export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
