import type { rotateSecret } from '@parley/common/contracts/operator/keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeWebhookSecret, SECRET_OVERLAP_MS } from '../domain/webhook-secret.ts';

export interface RotateSecretDeps {
  findTenantId(slug: string): Promise<number | null>;
  /** The secret until now becomes the previous one. False when this tenant has no such key, or it is revoked. */
  replaceSecret(
    tenantId: number,
    instanceId: string,
    secret: { encrypted: string; previousUntil: Date },
  ): Promise<boolean>;
  encryptSecret(secret: string): string;
  publishKeyChanged(instanceId: string): void;
  now(): Date;
}

/**
 * A new webhook secret; the one before signs along for 24 h (docs/reference/events.md#signatures). Errors:
 * unknown_tenant, unknown_key.
 */
export function makeRotateSecret(deps: RotateSecretDeps) {
  return async ({ slug, instance_id }: InputOf<typeof rotateSecret>): Promise<OutputOf<typeof rotateSecret>> => {
    const tenantId = await deps.findTenantId(slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    const webhookSecret = makeWebhookSecret();
    const replaced = await deps.replaceSecret(tenantId, instance_id, {
      encrypted: deps.encryptSecret(webhookSecret),
      previousUntil: new Date(deps.now().getTime() + SECRET_OVERLAP_MS),
    });
    if (!replaced) throw new AppError('unknown_key');
    deps.publishKeyChanged(instance_id);
    return { webhook_secret: webhookSecret };
  };
}
