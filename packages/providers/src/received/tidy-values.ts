import { createHash } from 'node:crypto';
import { cleanText } from '@parley/common/text/clean-text';

/** Longest text of a message on any channel, in UTF-16 units; longer texts are truncated, and end with `…`. */
export const MAX_TEXT_LENGTH = 65_536;
/**
 * Longest id or address that is stored unchanged, in UTF-16 units: an index of PostgreSQL accepts no key above 2,704
 * bytes.
 */
export const MAX_ID_LENGTH = 255;
/** Longest name of a person, in UTF-16 units. */
export const MAX_NAME_LENGTH = 255;
const DAY_MS = 24 * 3600 * 1000;

/** An id that fits an index: a longer one is replaced by its SHA-256, so that two long ids stay different. */
export function boundId(id: string): string {
  const cleaned = cleanText(id);
  return cleaned.length <= MAX_ID_LENGTH ? cleaned : `sha256:${createHash('sha256').update(cleaned).digest('hex')}`;
}

/** A number from a number, text, bigint or 64-bit pair (Long); NaN when it is invalid. */
function numberFrom(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string') return value.trim() === '' ? Number.NaN : Number(value);
  if (typeof value !== 'object' || value === null || !('low' in value) || !('high' in value)) return Number.NaN;
  const { low, high } = value;
  return typeof low === 'number' && typeof high === 'number' ? high * 2 ** 32 + (low >>> 0) : Number.NaN;
}

/**
 * A time since the epoch in seconds or milliseconds, clamped to [epoch, now + 1 day], so that a wrong clock or a forged time
 * cannot exceed the range of a date. Null for an invalid number, and for 0 (not set).
 */
export function clampTime(value: unknown, unit: 's' | 'ms', now = new Date()): Date | null {
  const number = numberFrom(value);
  if (Number.isNaN(number) || number === 0) return null;
  const ms = unit === 's' ? number * 1000 : number;
  return new Date(Math.max(0, Math.min(ms, now.getTime() + DAY_MS)));
}

/** A date clamped to [epoch, now + 1 day]; `now` for an invalid one. */
export const clampDate = (at: Date, now = new Date()): Date =>
  at.getTime() === 0 ? at : (clampTime(at.getTime(), 'ms', now) ?? now);

/** A size in bytes or another count: a whole number from 0 to 2^53 - 1, otherwise null. */
export function countFrom(value: unknown): number | null {
  const number = numberFrom(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
