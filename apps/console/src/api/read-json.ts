/** An object of a platform, as it sent it. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Empty for a value that is no text. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Empty for a value that is no list. */
export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
