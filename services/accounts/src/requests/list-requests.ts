import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { listRequests as contract } from '@parley/common/contracts/console/request-log';
import { defineCursor } from '@parley/database/statements/list-cursor';
import type { AccountsService } from '../service.ts';
import { toRequestView } from './request.rules.ts';
import { findRequest, findRequests } from './request.store.ts';

const BY_AGE = defineCursor('requests', { seq: 'int8' });

/** Newest first. Errors: invalid_cursor. */
export const listRequests = verb(
  contract,
  async (
    { database }: AccountsService,
    { limit, cursor, instanceId, action, outcome, code, requestId, since, until },
    context,
  ) => {
    const tenantId = tenantIdOf(context);
    if (requestId !== undefined) {
      const found = await database.read(({ prisma }) => findRequest(prisma, tenantId, requestId));
      return { items: found ? [toRequestView(found)] : [], nextCursor: null };
    }
    const filter = {
      tenantId,
      before: BY_AGE.read(cursor)?.seq ?? null,
      instanceId: instanceId ?? null,
      action: action ?? null,
      isDone: outcome === undefined ? null : outcome === 'done',
      code: code ?? null,
      since: since === undefined ? null : new Date(since),
      until: until === undefined ? null : new Date(until),
      count: limit + 1,
    };
    const rows = await database.read(({ prisma }) => findRequests(prisma, filter));
    return BY_AGE.pageOf(rows, limit, toRequestView, ({ seq }) => ({ seq }));
  },
);
