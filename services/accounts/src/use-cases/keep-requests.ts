import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { Camel } from '@parley/common/casing/camel';
import type { getRequest, listRequests, RequestView } from '@parley/common/contracts/console/request-log';
import type { recordRequests } from '@parley/common/contracts/internal/record-requests';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { defineCursor } from '@parley/database/list-cursor';
import type { z } from 'zod';

interface RequestRow {
  requestId: string;
  at: Date;
  instanceId: string | null;
  action: string;
  method: string;
  status: number;
  code: string | null;
  durationMs: number;
}

export interface RequestFilter {
  tenantId: number;
  before: string | null;
  instanceId: string | null;
  action: string | null;
  /** Null: any outcome. */
  isDone: boolean | null;
  since: Date | null;
  until: Date | null;
  count: number;
}

export interface RequestRows {
  insert(
    entries: (RequestRow & { tenantSlug: string; tenantId: number | null; address: string; body: string })[],
  ): Promise<void>;
  /** Newest first. */
  list(filter: RequestFilter): Promise<(RequestRow & { seq: string })[]>;
  find(tenantId: number, requestId: string): Promise<(RequestRow & { address: string; body: string }) | null>;
}

const BY_AGE = defineCursor('requests', { seq: 'int8' });

const toView = (row: RequestRow): Camel<z.infer<typeof RequestView>> => ({
  id: row.requestId,
  at: row.at.toISOString(),
  instanceId: row.instanceId,
  action: row.action,
  method: row.method,
  status: row.status,
  code: row.code,
  durationMs: row.durationMs,
});

const dateOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));

/** The log of API requests (docs/reference/console.md#request-log). */
export function makeKeepRequests({ requests }: { requests: RequestRows }) {
  return {
    async record({ items }: InputOf<typeof recordRequests>): Promise<OutputOf<typeof recordRequests>> {
      await requests.insert(items.map((item) => ({ ...item, at: new Date(item.at) })));
      return {};
    },

    async list(
      { limit, cursor, instanceId, action, outcome, requestId, since, until }: InputOf<typeof listRequests>,
      context: CallContext,
    ): Promise<OutputOf<typeof listRequests>> {
      const tenantId = tenantIdOf(context);
      if (requestId !== undefined) {
        const found = await requests.find(tenantId, requestId);
        return { items: found ? [toView(found)] : [], nextCursor: null };
      }
      const rows = await requests.list({
        tenantId,
        before: BY_AGE.read(cursor)?.seq ?? null,
        instanceId: instanceId ?? null,
        action: action ?? null,
        isDone: outcome === undefined ? null : outcome === 'done',
        since: dateOf(since),
        until: dateOf(until),
        count: limit + 1,
      });
      return BY_AGE.pageOf(rows, limit, toView, ({ seq }) => ({ seq }));
    },

    async show({ requestId }: InputOf<typeof getRequest>, context: CallContext): Promise<OutputOf<typeof getRequest>> {
      const found = await requests.find(tenantIdOf(context), requestId);
      if (!found) throw new AppError('unknown_request');
      return { ...toView(found), address: found.address, body: found.body };
    },
  };
}
