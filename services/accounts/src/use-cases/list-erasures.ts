import type { listErasures as contract } from '@parley/common/contracts/operator/erasures';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { toReceipt } from '../domain/erasure.ts';
import type { AccountsService } from '../service.ts';
import { findErasuresAfter } from '../storage/erasure-store.ts';

/** Oldest first. Errors: invalid_cursor. */
export async function listErasures(
  { database }: AccountsService,
  { limit, cursor, status }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const erasures = await findErasuresAfter(database.prisma, readCursor(cursor), { count: limit + 1, status });
  const rows = erasures.map((erasure) => ({ id: erasure.seq, erasure }));
  return pageOf(rows, limit, ({ erasure }) => toReceipt(erasure));
}
