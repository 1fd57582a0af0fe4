import type { rotateSecret as contract } from '@parley/common/contracts/operator/keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { keyChanged } from '@parley/common/hints';
import { SECRET_OVERLAP_MS } from '@parley/common/secret-overlap';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { makeStandardSecret } from '@parley/providers/standard-signature';
import { WEBHOOK_SECRET_PURPOSE } from '../domain/webhook-secret.ts';
import type { AccountsService } from '../service.ts';
import { saveKeySecret } from '../storage/key-store.ts';

/**
 * Signs deliveries with the old secret too for 24 h (docs/reference/events.md#signatures). Errors: unknown_tenant,
 * unknown_key (a revoked key too).
 */
export async function rotateSecret(
  { database, cipher, bus, now }: AccountsService,
  { slug, instanceId }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOfSlug(database, slug);
  const webhookSecret = makeStandardSecret();
  const isReplaced = await saveKeySecret(database, tenantId, instanceId, {
    encrypted: cipher.encrypt(webhookSecret, WEBHOOK_SECRET_PURPOSE),
    previousUntil: new Date(now().getTime() + SECRET_OVERLAP_MS),
  });
  if (!isReplaced) throw new AppError('unknown_key');
  bus.publishHint(keyChanged, { instanceId });
  return { webhookSecret };
}
