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

const MAX_SECONDS = 8_640_000_000_000;

/** Seconds since the epoch, as number or text; null where it is no time. */
export function timeOf(value: unknown): Date | null {
  const seconds = numberOf(value);
  return seconds !== null && seconds > 0 && seconds < MAX_SECONDS ? new Date(seconds * 1000) : null;
}
