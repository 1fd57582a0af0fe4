import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { type BotScope, hasBot } from '../knowledge/knowledge.store.ts';
import type { BotsRecords } from '../records.ts';
import { rowIdOf } from './bot.rules.ts';

/** The bot that an operator named, which need not exist. Errors: unknown_tenant. */
export async function findBotScope(
  { database }: BotsRecords,
  { slug, id }: { slug: string; id: string },
): Promise<BotScope> {
  return { tenantId: await tenantOfSlug(database, slug), botId: rowIdOf(id) };
}

/** The bot that an operator named. Errors: unknown_tenant, unknown_bot. */
export async function requireBot(service: BotsRecords, named: { slug: string; id: string }): Promise<BotScope> {
  const scope = await findBotScope(service, named);
  if (!(await hasBot(service.database.prisma, scope))) throw new AppError('unknown_bot');
  return scope;
}
