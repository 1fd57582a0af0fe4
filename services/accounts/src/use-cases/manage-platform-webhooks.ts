import type { WakeDeliveries } from '@parley/bus/wake-deliveries';
import type {
  getPlatformWebhook,
  rotatePlatformSecret,
  setPlatformWebhook,
} from '@parley/common/contracts/operator/platform-webhook';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, fieldError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { PLATFORM_EVENT_TYPES, type PlatformEventType } from '@parley/common/platform-events';
import { SECRET_OVERLAP_MS } from '@parley/common/secret-overlap';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import { makeStandardSecret } from '@parley/providers/standard-signature';
import { type PlatformWebhook, toPlatformView } from '../domain/platform-webhook.ts';
import type { RefuseUrl } from './manage-keys.ts';

type View = OutputOf<typeof getPlatformWebhook>;

export interface NewPlatformWebhook {
  instanceId: string;
  url: string;
  events: PlatformEventType[];
  /** Encrypted. */
  secret: string;
}

/** The current webhook of a tenant or (null) of the deployment; null: there is none. */
export interface PlatformWebhookRows {
  find(tenantId: number | null): Promise<PlatformWebhook | null>;
  /**
   * Creates it with its lane, or changes the existing one and restarts its lane. Null when it was deleted meanwhile.
   */
  save(
    tenantId: number | null,
    given: {
      fresh: NewPlatformWebhook & { enabled: boolean };
      changes: { url: string; events?: PlatformEventType[]; enabled?: boolean };
    },
  ): Promise<{ webhook: PlatformWebhook; isMade: boolean } | null>;
  /** Inserts the deployment's webhook if it never had one. */
  insertFirst(webhook: NewPlatformWebhook): Promise<boolean>;
  revoke(tenantId: number | null, at: Date): Promise<PlatformWebhook | null>;
  /** The current secret becomes the previous one. Returns the instance id. */
  replaceSecret(tenantId: number | null, secret: { encrypted: string; previousUntil: Date }): Promise<string | null>;
}

export interface ManagePlatformWebhooksDeps {
  webhooks: PlatformWebhookRows;
  tenantOf: TenantOf;
  refuseUrl: RefuseUrl;
  encryptSecret(secret: string): string;
  /** Makes the worker that holds the lane drop its cached data. */
  publishChanged(instanceId: string): void;
  wakeDeliveries: WakeDeliveries;
  now(): Date;
}

/** A tenant, or without a slug the deployment. */
export interface PlatformScope {
  slug?: string | undefined;
}

const RETRY_AFTER_SECONDS = 1;

/** The platform webhooks of tenants and of the deployment (docs/reference/platform-events.md#operator-api). */
export function makeManagePlatformWebhooks({ webhooks, now, ...deps }: ManagePlatformWebhooksDeps) {
  const scopeOf = async ({ slug }: PlatformScope): Promise<number | null> =>
    slug === undefined ? null : deps.tenantOf(slug);

  return {
    /** Errors: unknown_tenant, unknown_platform_webhook. */
    async show(scope: PlatformScope): Promise<View> {
      const webhook = await webhooks.find(await scopeOf(scope));
      if (!webhook) throw new AppError('unknown_platform_webhook');
      return toPlatformView(webhook);
    },

    /** Only the answer that creates it contains the secret. Errors: unknown_tenant, invalid_webhook_url. */
    async set({
      slug,
      url,
      events,
      enabled,
    }: InputOf<typeof setPlatformWebhook> & PlatformScope): Promise<OutputOf<typeof setPlatformWebhook>> {
      const tenantId = await scopeOf({ slug });
      const reason = await deps.refuseUrl(url);
      if (reason !== null) throw fieldError([{ field: 'url', code: 'invalid_webhook_url', message: `url ${reason}.` }]);
      const secret = makeStandardSecret();
      const saved = await webhooks.save(tenantId, {
        fresh: {
          instanceId: makeId('plt'),
          url,
          events: events ?? [...PLATFORM_EVENT_TYPES],
          enabled: enabled ?? true,
          secret: deps.encryptSecret(secret),
        },
        changes: { url, ...(events ? { events } : {}), ...(enabled === undefined ? {} : { enabled }) },
      });
      if (!saved) throw new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS });
      const { webhook, isMade } = saved;
      deps.publishChanged(webhook.instanceId);
      deps.wakeDeliveries([webhook.instanceId]);
      return isMade ? { ...toPlatformView(webhook), secret } : toPlatformView(webhook);
    },

    /**
     * Permanent: the next one has another instance id and another secret. Errors: unknown_tenant,
     * unknown_platform_webhook.
     */
    async remove(scope: PlatformScope): Promise<View> {
      const webhook = await webhooks.revoke(await scopeOf(scope), now());
      if (!webhook) throw new AppError('unknown_platform_webhook');
      deps.publishChanged(webhook.instanceId);
      return toPlatformView(webhook);
    },

    /**
     * Signs deliveries with the old secret too for 24 h (docs/reference/events.md#signatures). Errors: unknown_tenant,
     * unknown_platform_webhook.
     */
    async rotateSecret(scope: PlatformScope): Promise<OutputOf<typeof rotatePlatformSecret>> {
      const secret = makeStandardSecret();
      const instanceId = await webhooks.replaceSecret(await scopeOf(scope), {
        encrypted: deps.encryptSecret(secret),
        previousUntil: new Date(now().getTime() + SECRET_OVERLAP_MS),
      });
      if (instanceId === null) throw new AppError('unknown_platform_webhook');
      deps.publishChanged(instanceId);
      return { secret };
    },

    /**
     * Creates the deployment's webhook for PARLEY_PLATFORM_WEBHOOK_URL if it never had one. No answer contains its
     * secret: an operator rotates it to get one (docs/reference/platform-events.md#first-start). Throws for a URL that
     * the egress rules forbid.
     */
    async createFirst(url: string): Promise<void> {
      const reason = await deps.refuseUrl(url);
      if (reason !== null) throw new Error(`PARLEY_PLATFORM_WEBHOOK_URL ${reason}.`);
      const secret = deps.encryptSecret(makeStandardSecret());
      await webhooks.insertFirst({ instanceId: makeId('plt'), url, events: [...PLATFORM_EVENT_TYPES], secret });
    },
  };
}
