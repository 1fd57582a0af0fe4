import type { getErasure, listErasures } from '@parley/common/contracts/operator/erasures';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { type Erasure, toReceipt } from '../domain/erasure.ts';

export interface ShowErasuresDeps {
  findErasure(id: string): Promise<Erasure | null>;
  listErasuresAfter(
    position: number,
    count: number,
    status: string | undefined,
  ): Promise<(Erasure & { position: number })[]>;
}

/** Receipts of erasures (docs/reference/operator-api.md#erasure). Errors: unknown_erasure, invalid_cursor. */
export function makeShowErasures({ findErasure, listErasuresAfter }: ShowErasuresDeps) {
  return {
    async show({ id }: InputOf<typeof getErasure>): Promise<OutputOf<typeof getErasure>> {
      const erasure = await findErasure(id);
      if (!erasure) throw new AppError('unknown_erasure');
      return toReceipt(erasure);
    },
    async list({ limit, cursor, status }: InputOf<typeof listErasures>): Promise<OutputOf<typeof listErasures>> {
      const found = await listErasuresAfter(readCursor(cursor), limit + 1, status);
      const rows = found.map((erasure) => ({ id: erasure.position, erasure }));
      return pageOf(rows, limit, ({ erasure }) => toReceipt(erasure));
    },
  };
}
