import { clampTime } from './tidy-values.ts';

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The array, or an empty one. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The object, or an empty one. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The text, or null; a blank text is treated as none. */
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
