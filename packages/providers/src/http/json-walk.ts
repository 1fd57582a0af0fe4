import { clampTime } from '../received/tidy-values.ts';

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an array, otherwise an empty array. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The value if it is an object, otherwise an empty object. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The value if it is a text that is not blank, otherwise null. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** The number, which some providers write as text. */
export const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

const FIRST_MILLISECONDS = 1e12;

/** A time from seconds since the epoch, as number or text, within {@link clampTime}; null when it is invalid. */
export const timeOf = (value: unknown): Date | null => clampTime(value, 's');

/** A time from milliseconds since the epoch, or from seconds when the number is too small; null when it is invalid. */
export const momentOf = (value: unknown): Date | null =>
  clampTime(value, (numberOf(value) ?? 0) < FIRST_MILLISECONDS ? 's' : 'ms');
