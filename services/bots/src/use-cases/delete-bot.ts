import type { deleteBot as contract } from '@parley/common/contracts/operator/bots';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { rowIdOf } from '../domain/bot.ts';
import type { BotsService } from '../service.ts';
import { markBotDeleted } from '../storage/bot-store.ts';
import { removeKnowledgeOf } from '../storage/erase-store.ts';

/** Deletes a bot and its knowledge. Errors: unknown_tenant, unknown_bot. */
export async function deleteBot(
  { database, now }: BotsService,
  { slug, id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOfSlug(database, slug);
  const botId = rowIdOf(id);
  const at = now();
  await database.prismaTransaction(async ({ prisma }) => {
    if (!(await markBotDeleted(prisma, tenantId, botId, at))) throw new AppError('unknown_bot');
    await removeKnowledgeOf(prisma, { tenantId, botId });
  });
  return { deleted: true };
}
