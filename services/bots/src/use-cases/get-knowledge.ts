import type { getKnowledge as contract } from '@parley/common/contracts/operator/bot-knowledge';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { rowIdOf } from '../domain/bot.ts';
import { toKnowledgeView } from '../domain/knowledge-source.ts';
import type { BotsRecords } from '../records.ts';
import { findSource } from '../storage/knowledge-store.ts';
import { requireBot } from './require-bot.ts';

/** Errors: unknown_tenant, unknown_bot, unknown_source. */
export async function getKnowledge(
  service: BotsRecords,
  { source: sourceId, ...bot }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const scope = await requireBot(service, bot);
  const source = await findSource(service.database.prisma, scope, rowIdOf(sourceId));
  if (!source) throw new AppError('unknown_source');
  return toKnowledgeView(source);
}
