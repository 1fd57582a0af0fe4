import type { addKnowledge as contract } from '@parley/common/contracts/operator/bot-knowledge';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { checkSourceCount, readGiven, toKnowledgeView } from '../domain/knowledge-source.ts';
import type { BotsService } from '../service.ts';
import { lockBot } from '../storage/bot-store.ts';
import { countSources, insertSource } from '../storage/knowledge-store.ts';
import { findBotScope } from './find-bot-scope.ts';

/**
 * Adds a source that a bot answers from; it is read in the background (docs/reference/bots.md#knowledge). Errors:
 * unknown_tenant, unknown_bot, too_much_knowledge.
 */
export async function addKnowledge(
  service: BotsService,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
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
}
