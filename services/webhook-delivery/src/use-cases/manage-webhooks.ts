import type { getWebhook } from '@parley/common/contracts/operator/webhooks';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { WebhookState } from '../storage/webhook-store.ts';

type Webhook = OutputOf<typeof getWebhook>;

export interface ManageWebhooksDeps {
  findTenant(slug: string): Promise<number | null>;
  findWebhook(tenantId: number, instanceId: string): Promise<WebhookState | null>;
  pauseLane(tenantId: number, instanceId: string): Promise<void>;
  resumeLane(tenantId: number, instanceId: string): Promise<void>;
  /** The worker that holds the lane lets go of what it has read. */
  tellChanged(instanceId: string): void;
  wake(instanceIds: string[]): void;
}

type Key = InputOf<typeof getWebhook>;

const toView = (found: WebhookState): Webhook => ({
  instance_id: found.instanceId,
  webhook_url: found.webhookUrl,
  status: found.pausedAt === null ? 'active' : 'paused',
  reason: found.reason,
  paused_at: found.pausedAt?.toISOString() ?? null,
  consecutive_failures: found.consecutiveFailures,
  failing_since: found.failingSince?.toISOString() ?? null,
  resumes_at: found.resumesAt?.toISOString() ?? null,
  waiting: found.waiting,
});

/** What an operator does with the webhook of a key (docs/reference/webhook-delivery.md#managing-deliveries). */
export function makeManageWebhooks(deps: ManageWebhooksDeps) {
  async function find(tenantId: number, instanceId: string): Promise<Webhook> {
    const webhook = await deps.findWebhook(tenantId, instanceId);
    if (!webhook) throw new AppError('unknown_key');
    return toView(webhook);
  }
  async function tenantOf({ slug }: Key): Promise<number> {
    const tenantId = await deps.findTenant(slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    return tenantId;
  }
  return {
    show: async (key: Key) => find(await tenantOf(key), key.instance_id),
    async pause(key: Key) {
      const tenantId = await tenantOf(key);
      await deps.pauseLane(tenantId, key.instance_id);
      deps.tellChanged(key.instance_id);
      return find(tenantId, key.instance_id);
    },
    async resume(key: Key) {
      const tenantId = await tenantOf(key);
      await deps.resumeLane(tenantId, key.instance_id);
      deps.wake([key.instance_id]);
      return find(tenantId, key.instance_id);
    },
  };
}

export type ManageWebhooks = ReturnType<typeof makeManageWebhooks>;
