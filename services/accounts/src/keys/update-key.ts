import { verb } from '@parley/bus/verb';
import { updateKey as contract } from '@parley/common/contracts/operator/keys';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { AccountsService } from '../service.ts';
import { toKeyView } from './key.rules.ts';
import { changeKey, checkWebhookUrl } from './key.steps.ts';

/** Errors: unknown_tenant, unknown_key (a revoked key too), invalid_webhook_url. */
export const updateKey = verb(contract, async (service: AccountsService, { slug, instanceId, ...changes }) => {
  const tenantId = await tenantOfSlug(service.database, slug);
  if (typeof changes.webhookUrl === 'string') await checkWebhookUrl(service, changes.webhookUrl);
  const key = await changeKey(service, { tenantId, instanceId }, () => changes);
  if (!key) throw new AppError('unknown_key');
  return toKeyView(key);
});
