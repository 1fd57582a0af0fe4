import type { deleteKnowledge as contract } from '@parley/common/contracts/operator/bot-knowledge';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { rowIdOf } from '../domain/bot.ts';
import type { BotsService } from '../service.ts';
import { deleteSource } from '../storage/knowledge-store.ts';
import { requireBot } from './require-bot.ts';

/** Errors: unknown_tenant, unknown_bot, unknown_source. */
export async function deleteKnowledge(
  service: BotsService,
  { source, ...bot }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const scope = await requireBot(service, bot);
  const isDeleted = await deleteSource(service.database.prisma, scope, rowIdOf(source));
  if (!isDeleted) throw new AppError('unknown_source');
  return { deleted: true };
}
