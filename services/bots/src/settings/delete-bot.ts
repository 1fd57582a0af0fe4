import { verb } from '@parley/bus/verb';
import { deleteBot as contract } from '@parley/common/contracts/operator/bots';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { removeKnowledgeOf } from '../erasure/erase.store.ts';
import type { BotsService } from '../service.ts';
import { rowIdOf } from './bot.rules.ts';
import { markBotDeleted } from './bot.store.ts';

/** Deletes a bot and its knowledge. Errors: unknown_tenant, unknown_bot. */
export const deleteBot = verb(contract, async ({ database, now }: BotsService, { slug, id }) => {
  const tenantId = await tenantOfSlug(database, slug);
  const botId = rowIdOf(id);
  const at = now();
  await database.prismaTransaction(async ({ prisma }) => {
    if (!(await markBotDeleted(prisma, tenantId, botId, at))) throw new AppError('unknown_bot');
    await removeKnowledgeOf(prisma, { tenantId, botId });
  });
  return { deleted: true };
});
