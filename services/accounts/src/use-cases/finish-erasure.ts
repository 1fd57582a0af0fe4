import type { ClaimedErasure } from '../domain/erasure.ts';
import type { AccountsService } from '../service.ts';
import { eraseLogs } from '../storage/erase-logs.ts';
import { deleteTenantData, endErasuresOf, saveErasureDone } from '../storage/erasure-store.ts';

/**
 * Marks an erasure done and deletes the person's data from it. A tenant's keys, members, audit log and requests are
 * deleted as well; its row and its ledger stay without content, because the law requires the ledger. Its people's
 * erasures end with it.
 */
export async function finishErasure(
  { database }: AccountsService,
  erasure: ClaimedErasure,
  { erased, at }: { erased: Record<string, number>; at: Date },
): Promise<void> {
  const { what, tenantId } = erasure;
  if (what === 'tenant') await eraseLogs(database, tenantId);
  await database.prismaTransaction(async ({ prisma }) => {
    const isOurs = await saveErasureDone(prisma, erasure, { erased, at });
    if (!isOurs || what === 'contact') return;
    await deleteTenantData(prisma, tenantId);
    await endErasuresOf(prisma, tenantId, at);
  });
}
