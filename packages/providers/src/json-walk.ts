import { clampTime } from './tidy-values.ts';

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The array, or nothing where there is none. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The object, or an empty one. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The text, or null; blank counts as none. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** The number, also where the provider wrote it as text. */
export const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

const FIRST_MILLISECONDS = 1e12;

/** Seconds since the epoch, as number or text, in the bounds of {@link clampTime}; null where it is no time. */
export const timeOf = (value: unknown): Date | null => clampTime(value, 's');

/** A time in milliseconds, or in seconds where it is too small for them, as number or text; null where it is none. */
export const momentOf = (value: unknown): Date | null =>
  clampTime(value, (numberOf(value) ?? 0) < FIRST_MILLISECONDS ? 's' : 'ms');
