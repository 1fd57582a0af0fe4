import { verb } from '@parley/bus/verb';
import { getBot as contract } from '@parley/common/contracts/operator/bots';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { BotsRecords } from '../records.ts';
import { rowIdOf, toBotView } from './bot.rules.ts';
import { findBot } from './bot.store.ts';

/** Errors: unknown_tenant, unknown_bot. */
export const getBot = verb(contract, async ({ database }: BotsRecords, { slug, id }) => {
  const bot = await findBot(database.prisma, await tenantOfSlug(database, slug), rowIdOf(id));
  if (!bot) throw new AppError('unknown_bot');
  return toBotView(bot);
});
