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
