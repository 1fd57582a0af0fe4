import type { listKnowledge as contract } from '@parley/common/contracts/operator/bot-knowledge';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { toKnowledgeView } from '../domain/knowledge-source.ts';
import type { BotsRecords } from '../records.ts';
import { listSourcesAfter } from '../storage/knowledge-store.ts';
import { requireBot } from './require-bot.ts';

/** Lists the sources of a bot, oldest first. Errors: unknown_tenant, unknown_bot, invalid_cursor. */
export async function listKnowledge(
  service: BotsRecords,
  { limit, cursor, ...bot }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const scope = await requireBot(service, bot);
  const rows = await listSourcesAfter(service.database.prisma, scope, readCursor(cursor), limit + 1);
  return pageOf(rows, limit, toKnowledgeView);
}
