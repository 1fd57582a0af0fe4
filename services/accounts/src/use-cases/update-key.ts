import type { updateKey } from '@parley/common/contracts/operator/keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { type Key, toKeyView } from '../domain/key.ts';
import type { CheckWebhookUrl } from './check-webhook-url.ts';

/** What changes; an absent member stays as it is, `webhookUrl: null` takes the address away. */
export type KeyChanges = {
  [K in 'label' | 'channels' | 'events' | 'webhookUrl' | 'rateLimitPerMinute' | 'enabled' | 'ordered']?:
    | Key[K]
    | undefined;
};

export interface UpdateKeyDeps {
  findTenantId(slug: string): Promise<number | null>;
  /**
   * Null when this tenant has no such key, or it is revoked. A webhook address wakes a lane that 410 or its failures
   * had stopped; one that an operator paused stays paused.
   */
  updateKey(tenantId: number, instanceId: string, changes: KeyChanges): Promise<Key | null>;
  checkWebhookUrl: CheckWebhookUrl;
  publishKeyChanged(instanceId: string): void;
  /** Its deliveries may go out again. */
  wakeLane(instanceId: string): void;
}

/**
 * Changes a key, on every gateway within 1 s (docs/reference/operator-api.md#keys). Errors: unknown_tenant,
 * unknown_key, invalid_webhook_url.
 */
export function makeUpdateKey(deps: UpdateKeyDeps) {
  return async (input: InputOf<typeof updateKey>): Promise<OutputOf<typeof updateKey>> => {
    const { slug, instance_id: instanceId, webhook_url: webhookUrl, rate_limit_per_minute, ...same } = input;
    const tenantId = await deps.findTenantId(slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    if (typeof webhookUrl === 'string') await deps.checkWebhookUrl(webhookUrl);
    const changes = { ...same, webhookUrl, rateLimitPerMinute: rate_limit_per_minute };
    const key = await deps.updateKey(tenantId, instanceId, changes);
    if (!key) throw new AppError('unknown_key');
    deps.publishKeyChanged(instanceId);
    deps.wakeLane(instanceId);
    return toKeyView(key);
  };
}
