import { verb } from '@parley/bus/verb';
import { updateBot as contract } from '@parley/common/contracts/operator/bots';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { BotsService } from '../service.ts';
import { changeFields, checkWaits, rowIdOf, statusAfter, toBotView } from './bot.rules.ts';
import { findBot, lockBot, saveBot } from './bot.store.ts';
import { checkBotFields } from './check-bot-fields.steps.ts';

/**
 * Changes a bot (docs/reference/bots.md#bot). Errors: unknown_tenant, unknown_bot, no_ai_key, platform_key_not_offered,
 * invalid_accounts and other fields.
 */
export const updateBot = verb(contract, async (service: BotsService, { slug, id, ...change }) => {
  const { database } = service;
  const tenantId = await tenantOfSlug(database, slug);
  const botId = rowIdOf(id);
  const before = await findBot(database.prisma, tenantId, botId);
  if (!before) throw new AppError('unknown_bot');
  await checkBotFields(service, tenantId, changeFields(before, change), change);
  const now = service.now();
  const changed = await database.prismaTransaction(async ({ prisma, sql }) => {
    if (!(await lockBot(sql, tenantId, botId))) return null;
    const bot = await findBot(prisma, tenantId, botId);
    if (!bot) return null;
    const fields = changeFields(bot, change);
    checkWaits(fields);
    await saveBot(prisma, bot, { ...fields, ...statusAfter(bot, change) }, now);
    return findBot(prisma, tenantId, botId);
  });
  if (!changed) throw new AppError('unknown_bot');
  return toBotView(changed);
});
