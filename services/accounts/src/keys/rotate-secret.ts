import { verb } from '@parley/bus/verb';
import { rotateSecret as contract } from '@parley/common/contracts/operator/keys';
import { AppError } from '@parley/common/errors';
import { keyChanged } from '@parley/common/hints';
import { SECRET_OVERLAP_MS } from '@parley/common/workspace/secret-overlap';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { makeStandardSecret } from '@parley/providers/http/standard-signature';
import type { AccountsService } from '../service.ts';
import { WEBHOOK_SECRET_PURPOSE } from './key.rules.ts';
import { saveKeySecret } from './key.store.ts';

/**
 * Signs deliveries with the old secret too for 24 h (docs/reference/events.md#signatures). Errors: unknown_tenant,
 * unknown_key (a revoked key too).
 */
export const rotateSecret = verb(
  contract,
  async ({ database, cipher, bus, now }: AccountsService, { slug, instanceId }) => {
    const tenantId = await tenantOfSlug(database, slug);
    const webhookSecret = makeStandardSecret();
    const isReplaced = await saveKeySecret(database, tenantId, instanceId, {
      encrypted: cipher.encrypt(webhookSecret, WEBHOOK_SECRET_PURPOSE),
      previousUntil: new Date(now().getTime() + SECRET_OVERLAP_MS),
    });
    if (!isReplaced) throw new AppError('unknown_key');
    bus.publishHint(keyChanged, { instanceId });
    return { webhookSecret };
  },
);
