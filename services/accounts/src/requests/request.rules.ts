import type { Camel } from '@parley/common/casing/camel';
import type { RequestView } from '@parley/common/contracts/console/request-log';
import type { z } from 'zod';

/** An API request as it is listed. */
export interface RequestRow {
  requestId: string;
  at: Date;
  instanceId: string | null;
  action: string;
  method: string;
  status: number;
  code: string | null;
  durationMs: number;
}

/** A request with its fields. */
export interface FullRequest extends RequestRow {
  address: string;
  body: string;
  /** Null: it was not refused. */
  answer: string | null;
}

export interface NewRequest extends FullRequest {
  tenantSlug: string;
  tenantId: number | null;
}

export interface RequestFilter {
  tenantId: number;
  before: string | null;
  instanceId: string | null;
  action: string | null;
  /** Null: any outcome. */
  isDone: boolean | null;
  /** The code of the error. */
  code: string | null;
  since: Date | null;
  until: Date | null;
  count: number;
}

export const toRequestView = (row: RequestRow): Camel<z.infer<typeof RequestView>> => ({
  id: row.requestId,
  at: row.at.toISOString(),
  instanceId: row.instanceId,
  action: row.action,
  method: row.method,
  status: row.status,
  code: row.code,
  durationMs: row.durationMs,
});

interface RequestDays {
  /** Days since 1970-01-01 (UTC). */
  today: number;
  keepDays: number;
  /** Days that already have a partition. */
  existing: readonly number[];
}

/** Retention of the request log (docs/reference/console.md#request-log). */
export const REQUESTS_KEPT_DAYS = 30;
export const REQUESTS_KEPT_MS = REQUESTS_KEPT_DAYS * 24 * 3_600_000;
const DAYS_AHEAD = 3;

/**
 * Plans which days of the request log get a partition, and which lose theirs: a day is kept until its last entry is
 * `keepDays` old.
 */
export function planRequestDays({ today, keepDays, existing }: RequestDays): { make: number[]; drop: number[] } {
  const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, n) => today + n);
  return {
    make: ahead.filter((day) => !existing.includes(day)),
    drop: existing.filter((day) => day < today - keepDays),
  };
}
