import { verb } from '@parley/bus/verb';
import { deleteKnowledge as contract } from '@parley/common/contracts/operator/bot-knowledge';
import { AppError } from '@parley/common/errors';
import type { BotsService } from '../service.ts';
import { rowIdOf } from '../settings/bot.rules.ts';
import { requireBot } from '../settings/find-bot-scope.steps.ts';
import { deleteSource } from './knowledge.store.ts';

/** Errors: unknown_tenant, unknown_bot, unknown_source. */
export const deleteKnowledge = verb(contract, async (service: BotsService, { source, ...bot }) => {
  const scope = await requireBot(service, bot);
  const isDeleted = await deleteSource(service.database.prisma, scope, rowIdOf(source));
  if (!isDeleted) throw new AppError('unknown_source');
  return { deleted: true };
});
