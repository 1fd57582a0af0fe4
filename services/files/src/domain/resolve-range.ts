import type { OpenMediaInput } from '@parley/common/contracts/internal/open-media';
import type { z } from 'zod';

export type AskedRange = NonNullable<z.output<typeof OpenMediaInput>['range']>;

/** First and last byte, both included. */
export interface Part {
  start: number;
  end: number;
}

/**
 * The requested part of a file of `total` bytes with this entity tag; null: the whole file
 * (docs/reference/events.md#attachments).
 */
export function resolveRange(
  asked: AskedRange | undefined,
  { total, etag }: { total: number; etag: string },
): Part | 'unsatisfiable' | null {
  if (asked === undefined || (asked.ifRange !== undefined && asked.ifRange !== etag)) return null;
  const { start, end } = asked;
  if (start === null) {
    if (end === null || end === 0 || total === 0) return 'unsatisfiable';
    return { start: Math.max(0, total - end), end: total - 1 };
  }
  if (start >= total) return 'unsatisfiable';
  return { start, end: end === null ? total - 1 : Math.min(end, total - 1) };
}
