import type { updateKey as contract } from '@parley/common/contracts/operator/keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { toKeyView } from '../domain/key.ts';
import type { AccountsService } from '../service.ts';
import { changeKey } from './change-key.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';

/** Errors: unknown_tenant, unknown_key (a revoked key too), invalid_webhook_url. */
export async function updateKey(
  service: AccountsService,
  { slug, instanceId, ...changes }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOfSlug(service.database, slug);
  if (typeof changes.webhookUrl === 'string') await checkWebhookUrl(service, changes.webhookUrl);
  const key = await changeKey(service, { tenantId, instanceId }, () => changes);
  if (!key) throw new AppError('unknown_key');
  return toKeyView(key);
}
