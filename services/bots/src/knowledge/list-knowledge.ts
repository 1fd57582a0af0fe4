import { verb } from '@parley/bus/verb';
import { listKnowledge as contract } from '@parley/common/contracts/operator/bot-knowledge';
import { pageOf, readCursor } from '@parley/database/statements/list-cursor';
import type { BotsRecords } from '../records.ts';
import { requireBot } from '../settings/find-bot-scope.steps.ts';
import { listSourcesAfter } from './knowledge.store.ts';
import { toKnowledgeView } from './source.rules.ts';

/** Lists the sources of a bot, oldest first. Errors: unknown_tenant, unknown_bot, invalid_cursor. */
export const listKnowledge = verb(contract, async (service: BotsRecords, { limit, cursor, ...bot }) => {
  const scope = await requireBot(service, bot);
  const rows = await listSourcesAfter(service.database.prisma, scope, readCursor(cursor), limit + 1);
  return pageOf(rows, limit, toKnowledgeView);
});
