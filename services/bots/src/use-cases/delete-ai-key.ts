import type { deleteAiKey as contract } from '@parley/common/contracts/operator/ai-keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { BotsService } from '../service.ts';
import { stopBotsOnKey } from '../storage/bot-store.ts';
import { deleteKey } from '../storage/key-store.ts';

/** Deletes a key and stops the bots that use it. Errors: unknown_tenant, unknown_ai_key. */
export async function deleteAiKey(
  { database, now }: BotsService,
  { slug, provider }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOfSlug(database, slug);
  const at = now();
  await database.prismaTransaction(async ({ prisma }) => {
    await stopBotsOnKey(prisma, { tenantId, provider, reason: 'no_key', at });
    // Undoes the stop: without a key there is nothing that the bots could lose.
    if (!(await deleteKey(prisma, tenantId, provider))) throw new AppError('unknown_ai_key');
  });
  return { deleted: true };
}
