import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { defineStatement } from '@parley/database/statements/statement';
import type { Retention } from '@parley/messaging/retention';

type Prisma = PrismaTransaction['prisma'];

const BATCH = 1000;

const removeRows = defineStatement({
  name: 'bots.remove-rows-of-tenant',
  text: `WITH passages AS (DELETE FROM knowledge_chunks WHERE id IN (
                SELECT id FROM knowledge_chunks WHERE tenant_id = $1 LIMIT ${BATCH}) RETURNING 1),
              turns AS (DELETE FROM bot_turns WHERE id IN (
                SELECT id FROM bot_turns WHERE tenant_id = $1 LIMIT ${BATCH}) RETURNING 1),
              calls AS (DELETE FROM bot_usage WHERE id IN (
                SELECT id FROM bot_usage WHERE tenant_id = $1 LIMIT ${BATCH}) RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM passages) AS passages, (SELECT count(*)::int4 FROM turns) AS turns,
                (SELECT count(*)::int4 FROM calls) AS calls`,
  params: { tenantId: 'int4' },
  row: { passages: 'int4!', turns: 'int4!', calls: 'int4!' },
});

/** Deletes a batch of a tenant's data, finally its bots and keys; returns rows by kind. */
export async function removeBotsOf(
  { prisma, sql }: PrismaTransaction,
  tenantId: number,
): Promise<Record<string, number>> {
  const removed = await removeRows.first(sql, { tenantId });
  const { passages = 0, turns = 0, calls = 0 } = removed ?? {};
  if (passages + turns + calls > 0) return { knowledge_chunks: passages, bot_turns: turns, bot_usage: calls };
  const where = { tenantId };
  const sources = await prisma.knowledgeSource.deleteMany({ where });
  const bots = await prisma.bot.deleteMany({ where });
  const keys = await prisma.aiKey.deleteMany({ where });
  return { knowledge_sources: sources.count, bots: bots.count, ai_keys: keys.count };
}

/** Deletes a batch of the tenant's turns that ended before this moment: they contain the bot's texts. */
export async function dropTurnsBefore(
  prisma: Pick<Prisma, 'botTurn'>,
  { tenantId, before }: Retention,
): Promise<number> {
  const where = { tenantId, state: 'done', endedAt: { lt: before } };
  const old = await prisma.botTurn.findMany({ where, select: { id: true }, orderBy: { id: 'asc' }, take: BATCH });
  const ids = old.map(({ id }) => id);
  return ids.length === 0 ? 0 : (await prisma.botTurn.deleteMany({ where: { tenantId, id: { in: ids } } })).count;
}

/** Deletes a bot's knowledge. */
export async function removeKnowledgeOf(
  prisma: Pick<Prisma, 'knowledgeSource'>,
  of: { tenantId: number; botId: number },
): Promise<void> {
  await prisma.knowledgeSource.deleteMany({ where: of });
}
