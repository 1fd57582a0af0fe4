import { verb } from '@parley/bus/verb';
import { getKnowledge as contract } from '@parley/common/contracts/operator/bot-knowledge';
import { AppError } from '@parley/common/errors';
import type { BotsRecords } from '../records.ts';
import { rowIdOf } from '../settings/bot.rules.ts';
import { requireBot } from '../settings/find-bot-scope.steps.ts';
import { findSource } from './knowledge.store.ts';
import { toKnowledgeView } from './source.rules.ts';

/** Errors: unknown_tenant, unknown_bot, unknown_source. */
export const getKnowledge = verb(contract, async (service: BotsRecords, { source: sourceId, ...bot }) => {
  const scope = await requireBot(service, bot);
  const source = await findSource(service.database.prisma, scope, rowIdOf(sourceId));
  if (!source) throw new AppError('unknown_source');
  return toKnowledgeView(source);
});
