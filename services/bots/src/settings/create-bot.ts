import { verb } from '@parley/bus/verb';
import { createBot as contract } from '@parley/common/contracts/operator/bots';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import { makeStandardSecret } from '@parley/providers/http/standard-signature';
import type { BotsService } from '../service.ts';
import { checkBotCount, fieldsOf, toBotView, toolSecretPurpose } from './bot.rules.ts';
import { countBots, insertBot } from './bot.store.ts';
import { checkBotFields } from './check-bot-fields.steps.ts';

/**
 * Creates a bot (docs/reference/bots.md#bot). Errors: unknown_tenant, no_ai_key, platform_key_not_offered,
 * too_many_bots, invalid_accounts and other fields.
 */
export const createBot = verb(contract, async (service: BotsService, input) => {
  const { database, cipher } = service;
  const tenantId = await tenantOfSlug(database, input.slug);
  const fields = fieldsOf(input);
  await checkBotFields(service, tenantId, fields, input);
  const secret = makeStandardSecret();
  const toolSecret = cipher.encrypt(secret, toolSecretPurpose(tenantId));
  const now = service.now();
  const bot = await database.prismaTransaction(async ({ prisma, sql }) => {
    await lockTenant(sql, tenantId);
    checkBotCount(await countBots(prisma, tenantId));
    return insertBot(prisma, { ...fields, tenantId, toolSecret }, now);
  });
  return { ...toBotView(bot), toolSecret: secret };
});
