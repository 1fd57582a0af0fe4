import type { Camel } from '@parley/common/casing/camel';
import type { PlatformWebhookView } from '@parley/common/contracts/operator/platform-webhook';
import type { PlatformSubscription } from '@parley/common/events/platform-events';
import type { z } from 'zod';

/** Encryption purpose to which the ciphertext of the secret is bound. */
export const PLATFORM_SECRET_PURPOSE = 'platform_webhooks.secret';

/** A platform webhook as it is stored, without its secrets. */
export interface PlatformWebhook {
  instanceId: string;
  url: string;
  events: PlatformSubscription[];
  enabled: boolean;
  createdAt: Date;
}

export interface NewPlatformWebhook {
  instanceId: string;
  url: string;
  events: PlatformSubscription[];
  /** Encrypted. */
  secret: string;
}

/** A platform webhook as the operator sees it (docs/reference/platform-events.md#operator-api). */
export const toPlatformView = (webhook: PlatformWebhook): Camel<z.infer<typeof PlatformWebhookView>> => ({
  instanceId: webhook.instanceId,
  url: webhook.url,
  events: webhook.events,
  enabled: webhook.enabled,
  createdAt: webhook.createdAt.toISOString(),
});
