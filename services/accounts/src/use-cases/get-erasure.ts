import type { getErasure as contract } from '@parley/common/contracts/operator/erasures';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { toReceipt } from '../domain/erasure.ts';
import type { AccountsService } from '../service.ts';
import { findErasure } from '../storage/erasure-store.ts';

/** Errors: unknown_erasure. */
export async function getErasure(
  { database }: AccountsService,
  { id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const erasure = await findErasure(database.prisma, id);
  if (!erasure) throw new AppError('unknown_erasure');
  return toReceipt(erasure);
}
