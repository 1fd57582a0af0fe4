import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { rowIdOf } from '../domain/bot.ts';
import type { BotsRecords } from '../records.ts';
import type { BotScope } from '../storage/knowledge-store.ts';

/** The bot that an operator named, which need not exist. Errors: unknown_tenant. */
export async function findBotScope(
  { database }: BotsRecords,
  { slug, id }: { slug: string; id: string },
): Promise<BotScope> {
  return { tenantId: await tenantOfSlug(database, slug), botId: rowIdOf(id) };
}
