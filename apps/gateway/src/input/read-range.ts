import type { IncomingHttpHeaders } from 'node:http';
import type { OpenMediaInput } from '@parley/common/contracts/internal/open-media';
import type { z } from 'zod';

export type Range = NonNullable<z.input<typeof OpenMediaInput>['range']>;

const ONE_RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/;
const ETAG_MAX = 100;

/**
 * The requested bytes (RFC 9110, Range and If-Range). Undefined: the whole file, as without a range, also for several
 * ranges and for an invalid range, which a server may ignore.
 */
export function readRange({ range, 'if-range': ifRange }: IncomingHttpHeaders): Range | undefined {
  const [, start, end, last] = ONE_RANGE.exec(range ?? '') ?? [];
  if (start === undefined && last === undefined) return undefined;
  // Dates are not supported: with a date the whole file is returned.
  const condition = typeof ifRange === 'string' ? { ifRange: ifRange.slice(0, ETAG_MAX) } : {};
  if (start === undefined) return { start: null, end: Number(last), ...condition };
  if (end !== undefined && Number(end) < Number(start)) return undefined;
  return { start: Number(start), end: end === undefined ? null : Number(end), ...condition };
}
