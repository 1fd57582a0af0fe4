import { verb } from '@parley/bus/verb';
import { listErasures as contract } from '@parley/common/contracts/operator/erasures';
import { pageOf, readCursor } from '@parley/database/statements/list-cursor';
import type { AccountsService } from '../service.ts';
import { toReceipt } from './erasure.rules.ts';
import { findErasuresAfter } from './erasure.store.ts';

/** Oldest first. Errors: invalid_cursor. */
export const listErasures = verb(contract, async ({ database }: AccountsService, { limit, cursor, status }) => {
  const erasures = await findErasuresAfter(database.prisma, readCursor(cursor), { count: limit + 1, status });
  const rows = erasures.map((erasure) => ({ id: erasure.seq, erasure }));
  return pageOf(rows, limit, ({ erasure }) => toReceipt(erasure));
});
