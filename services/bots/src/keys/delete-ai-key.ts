import { verb } from '@parley/bus/verb';
import { deleteAiKey as contract } from '@parley/common/contracts/operator/ai-keys';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { BotsService } from '../service.ts';
import { stopBotsOnKey } from '../settings/bot.store.ts';
import { deleteKey } from './key.store.ts';

/** Deletes a key and stops the bots that use it. Errors: unknown_tenant, unknown_ai_key. */
export const deleteAiKey = verb(contract, async ({ database, now }: BotsService, { slug, provider }) => {
  const tenantId = await tenantOfSlug(database, slug);
  const at = now();
  await database.prismaTransaction(async ({ prisma }) => {
    await stopBotsOnKey(prisma, { tenantId, provider, reason: 'no_key', at });
    // Undoes the stop: without a key there is nothing that the bots could lose.
    if (!(await deleteKey(prisma, tenantId, provider))) throw new AppError('unknown_ai_key');
  });
  return { deleted: true };
});
