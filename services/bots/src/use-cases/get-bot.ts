import type { getBot as contract } from '@parley/common/contracts/operator/bots';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { rowIdOf, toBotView } from '../domain/bot.ts';
import type { BotsRecords } from '../records.ts';
import { findBot } from '../storage/bot-store.ts';

/** Errors: unknown_tenant, unknown_bot. */
export async function getBot(
  { database }: BotsRecords,
  { slug, id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const bot = await findBot(database.prisma, await tenantOfSlug(database, slug), rowIdOf(id));
  if (!bot) throw new AppError('unknown_bot');
  return toBotView(bot);
}
