import { verb } from '@parley/bus/verb';
import { addKnowledge as contract } from '@parley/common/contracts/operator/bot-knowledge';
import { AppError } from '@parley/common/errors';
import type { BotsService } from '../service.ts';
import { lockBot } from '../settings/bot.store.ts';
import { findBotScope } from '../settings/find-bot-scope.steps.ts';
import { countSources, insertSource } from './knowledge.store.ts';
import { checkSourceCount, readGiven, toKnowledgeView } from './source.rules.ts';

/**
 * Adds a source that a bot answers from; it is read in the background (docs/reference/bots.md#knowledge). Errors:
 * unknown_tenant, unknown_bot, too_much_knowledge.
 */
export const addKnowledge = verb(contract, async (service: BotsService, input) => {
  const scope = await findBotScope(service, input);
  const source = readGiven(input);
  const now = service.now();
  const added = await service.database.prismaTransaction(async ({ prisma, sql }) => {
    if (!(await lockBot(sql, scope.tenantId, scope.botId))) throw new AppError('unknown_bot');
    checkSourceCount(await countSources(prisma, scope));
    return insertSource(prisma, scope, source, now);
  });
  service.wakeReader();
  return toKnowledgeView(added);
});
