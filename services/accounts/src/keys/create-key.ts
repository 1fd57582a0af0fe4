import { verb } from '@parley/bus/verb';
import { READING_TOOLS } from '@parley/common/contract/mcp-tools';
import { createKey as contract } from '@parley/common/contracts/operator/keys';
import { DEFAULT_EVENT_TYPES } from '@parley/common/events/event-types';
import { makeId } from '@parley/common/ids';
import { checkPlanLimit } from '@parley/common/workspace/plan-limits';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import { addLane } from '@parley/messaging/lanes/key-lane';
import { makeStandardSecret } from '@parley/providers/http/standard-signature';
import type { AccountsService } from '../service.ts';
import { hashApiKey, makeApiKey, type NewKey, toKeyView, WEBHOOK_SECRET_PURPOSE } from './key.rules.ts';
import { checkWebhookUrl } from './key.steps.ts';
import { countKeys, insertKey } from './key.store.ts';

const RATE_LIMIT_PER_MINUTE = 60;
const DAY_MS = 24 * 3_600_000;

/**
 * Only this answer contains `api_key`. No gateway has cached the key yet, so no hint is sent. Errors: unknown_tenant,
 * invalid_webhook_url, plan_limit_reached, rate_limited.
 */
export const createKey = verb(contract, async (service: AccountsService, input) => {
  const { database, cipher, environment, now } = service;
  const tenantId = await tenantOfSlug(database, input.slug);
  const webhookUrl = input.webhookUrl ?? null;
  if (webhookUrl !== null) await checkWebhookUrl(service, webhookUrl);
  const apiKey = makeApiKey();
  const webhookSecret = makeStandardSecret();
  const fresh: NewKey = {
    instanceId: makeId('ins'),
    label: input.label,
    channels: input.channels,
    webhookUrl,
    events: input.events ?? [...DEFAULT_EVENT_TYPES],
    receipts: input.receipts ?? [],
    rateLimitPerMinute: input.rateLimitPerMinute ?? RATE_LIMIT_PER_MINUTE,
    ordered: input.ordered ?? false,
    mcpEnabled: input.mcpEnabled ?? true,
    mcpTools: input.mcpTools ?? [...READING_TOOLS],
    setWebhookEnabled: input.setWebhookEnabled ?? false,
    mayRead: input.mayRead ?? false,
    keyHash: hashApiKey(apiKey),
    webhookSecret: cipher.encrypt(webhookSecret, WEBHOOK_SECRET_PURPOSE),
  };
  const since = new Date(now().getTime() - DAY_MS);
  const key = await database.prismaTransaction(async ({ prisma, sql }) => {
    // Each of several concurrent calls counts the keys of those before it.
    await lockTenant(sql, tenantId);
    checkPlanLimit(environment.PARLEY_PLAN_LIMITS, 'keys', await countKeys(prisma, tenantId, since));
    const made = await insertKey(prisma, tenantId, fresh);
    await addLane(prisma, made.instanceId);
    return made;
  });
  return { ...toKeyView(key), apiKey, webhookSecret };
});
