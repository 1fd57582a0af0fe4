import type { getWebhook } from '@parley/common/contracts/operator/webhooks';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import { makeScopeOf } from '../domain/scope-of.ts';
import type { WebhookState } from '../storage/webhook-store.ts';

type Webhook = OutputOf<typeof getWebhook>;

export interface ManageWebhooksDeps {
  tenantOf: TenantOf;
  /** The current platform webhook of a tenant or (0) of the deployment. */
  findPlatformWebhook(scope: number): Promise<string | null>;
  findWebhook(scope: number, instanceId: string): Promise<WebhookState | null>;
  pauseLane(scope: number, instanceId: string): Promise<void>;
  resumeLane(scope: number, instanceId: string): Promise<void>;
  /** Makes the worker that holds the lane drop its cached data. */
  reportChanged(instanceId: string): void;
  wake(instanceIds: string[]): void;
}

type Key = Pick<InputOf<typeof getWebhook>, 'instanceId'> & Of;

const toView = (found: WebhookState): Webhook => ({
  instanceId: found.instanceId,
  webhookUrl: found.webhookUrl,
  status: found.pausedAt === null ? 'active' : 'paused',
  reason: found.reason,
  pausedAt: found.pausedAt?.toISOString() ?? null,
  consecutiveFailures: found.consecutiveFailures,
  failingSince: found.failingSince?.toISOString() ?? null,
  resumesAt: found.resumesAt?.toISOString() ?? null,
  waiting: found.waiting,
});

/** Scope of a platform webhook: a tenant, or without a slug the deployment. */
export interface Of {
  slug?: string | undefined;
}

/** Operator actions on webhooks (docs/reference/webhook-delivery.md#managing-deliveries). */
export function makeManageWebhooks(deps: ManageWebhooksDeps) {
  const scopeOf = makeScopeOf(deps.tenantOf);
  async function show(scope: number, instanceId: string): Promise<Webhook> {
    const webhook = await deps.findWebhook(scope, instanceId);
    if (!webhook) throw new AppError('unknown_key');
    return toView(webhook);
  }
  async function pause(scope: number, instanceId: string): Promise<Webhook> {
    await deps.pauseLane(scope, instanceId);
    deps.reportChanged(instanceId);
    return show(scope, instanceId);
  }
  async function resume(scope: number, instanceId: string): Promise<Webhook> {
    await deps.resumeLane(scope, instanceId);
    deps.wake([instanceId]);
    return show(scope, instanceId);
  }
  const ofKey =
    (act: typeof show) =>
    async ({ slug, instanceId }: Key): Promise<Webhook> =>
      act(await scopeOf(slug), instanceId);
  const ofPlatform =
    (act: typeof show) =>
    async ({ slug }: Of): Promise<Webhook> => {
      const scope = await scopeOf(slug);
      const instanceId = await deps.findPlatformWebhook(scope);
      if (instanceId === null) throw new AppError('unknown_platform_webhook');
      return act(scope, instanceId);
    };
  return {
    show: ofKey(show),
    pause: ofKey(pause),
    resume: ofKey(resume),
    showPlatform: ofPlatform(show),
    pausePlatform: ofPlatform(pause),
    resumePlatform: ofPlatform(resume),
  };
}

export type ManageWebhooks = ReturnType<typeof makeManageWebhooks>;
