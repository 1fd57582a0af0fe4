import type { WakeDeliveries } from '@parley/bus/wake-deliveries';
import type { AuthenticatedKey, authenticate } from '@parley/common/contracts/internal/authenticate';
import type { findKeyOfTenant } from '@parley/common/contracts/internal/console-session';
import type {
  createKey,
  getKey,
  listKeys,
  revokeKey,
  rotateSecret,
  updateKey,
} from '@parley/common/contracts/operator/keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { EVENT_TYPES } from '@parley/common/events';
import { makeId } from '@parley/common/ids';
import { checkPlanLimit, type PlanLimits } from '@parley/common/plan-limits';
import { SECRET_OVERLAP_MS } from '@parley/common/secret-overlap';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import { makeStandardSecret } from '@parley/providers/standard-signature';
import { hashApiKey, makeApiKey } from '../domain/api-key.ts';
import { type Key, type KeyUse, toKeyView, toListedKey } from '../domain/key.ts';

const RATE_LIMIT_PER_MINUTE = 60;
const DAY_MS = 24 * 3_600_000;

/** Why a URL is not allowed ("must be …"), or null. */
export type RefuseUrl = (url: string) => Promise<string | null>;

export type NewKey = Omit<Key, 'id' | 'enabled' | 'revokedAt' | 'createdAt'> & {
  keyHash: Buffer;
  /** Encrypted. */
  webhookSecret: string;
};

/** Changes; an absent member stays as it is, `webhookUrl: null` removes the URL. */
export type KeyChanges = {
  [K in 'label' | 'channels' | 'events' | 'webhookUrl' | 'rateLimitPerMinute' | 'enabled' | 'ordered']?:
    | Key[K]
    | undefined;
};

/** Checks the tenant's number of unrevoked keys, and of keys made since a moment. Throws when it may have no more. */
export type CheckKeys = (held: { plan: string; has: number; madeInDay: number }) => void;

/** Keys of one tenant; null or false: it has no such key. */
export interface KeyRows {
  /** The enabled, not revoked key with this hash. */
  findUsableKey(keyHash: Buffer): Promise<AuthenticatedKey | null>;
  /**
   * Inserts key and lane once the check, which may throw, has passed; each of several concurrent calls sees those
   * before it.
   */
  insertKey(tenantId: number, key: NewKey, check: CheckKeys, since: Date): Promise<Key>;
  /** The instance id of the oldest key that is in use. */
  findOldestKey(tenantId: number): Promise<string | null>;
  /** In the order of creation, including revoked ones. */
  listKeysAfter(tenantId: number, id: number, count: number): Promise<Key[]>;
  /** Includes a revoked one. */
  findKey(tenantId: number, instanceId: string): Promise<Key | null>;
  /** By instance id; keys without requests are absent. Counts refusals since the given moment. */
  findUse(tenantId: number, instanceIds: readonly string[], since: Date): Promise<Map<string, KeyUse>>;
  /**
   * Null for a revoked key too. A webhook address wakes a lane that was stopped by 410 or by failures; one that an
   * operator paused stays paused.
   */
  updateKey(tenantId: number, instanceId: string, changes: KeyChanges): Promise<Key | null>;
  /** A repeat keeps the first time. */
  revokeKey(tenantId: number, instanceId: string, at: Date): Promise<Key | null>;
  /** The current secret becomes the previous one. False for a revoked key too. */
  replaceSecret(
    tenantId: number,
    instanceId: string,
    secret: { encrypted: string; previousUntil: Date },
  ): Promise<boolean>;
}

export interface ManageKeysDeps {
  keys: KeyRows;
  tenantOf: TenantOf;
  refuseUrl: RefuseUrl;
  encryptSecret(secret: string): string;
  publishKeyChanged(instanceId: string): void;
  planLimits: PlanLimits | undefined;
  /** Called when deliveries of a changed key may be due again. */
  wakeDeliveries: WakeDeliveries;
  now(): Date;
}

/** API keys (docs/reference/operator-api.md#keys). */
export function makeManageKeys({ keys, tenantOf, now, ...deps }: ManageKeysDeps) {
  /**
   * Checks a webhook URL against the egress rules when it is set; they are checked again when a socket connects
   * (docs/reference/webhook-delivery.md#egress-rules).
   */
  async function checkWebhookUrl(url: string): Promise<void> {
    const reason = await deps.refuseUrl(url);
    if (reason !== null) throw invalidField('webhook_url', `webhook_url ${reason}.`);
  }

  return {
    /** Finds the tenant of a key; null for an unknown, disabled or revoked key (docs/reference/requests.md#api-keys). */
    async authenticate({ keyHash }: InputOf<typeof authenticate>): Promise<OutputOf<typeof authenticate>> {
      return { key: await keys.findUsableKey(Buffer.from(keyHash, 'hex')) };
    },

    /** The key that member calls of the customer API use. */
    async findOfTenant({ tenantId }: InputOf<typeof findKeyOfTenant>): Promise<OutputOf<typeof findKeyOfTenant>> {
      return { instanceId: await keys.findOldestKey(tenantId) };
    },

    /**
     * Only this answer contains `api_key`. No gateway has cached the key yet, so no hint is sent. Errors:
     * unknown_tenant, invalid_webhook_url, plan_limit_reached, rate_limited.
     */
    async create(input: InputOf<typeof createKey>): Promise<OutputOf<typeof createKey>> {
      const tenantId = await tenantOf(input.slug);
      const webhookUrl = input.webhookUrl ?? null;
      if (webhookUrl !== null) await checkWebhookUrl(webhookUrl);
      const apiKey = makeApiKey();
      const webhookSecret = makeStandardSecret();
      const fresh: NewKey = {
        instanceId: makeId('ins'),
        label: input.label,
        channels: input.channels,
        webhookUrl,
        events: input.events ?? [...EVENT_TYPES],
        rateLimitPerMinute: input.rateLimitPerMinute ?? RATE_LIMIT_PER_MINUTE,
        ordered: input.ordered ?? false,
        keyHash: hashApiKey(apiKey),
        webhookSecret: deps.encryptSecret(webhookSecret),
      };
      const check: CheckKeys = (held) => checkPlanLimit(deps.planLimits, 'keys', held);
      const key = await keys.insertKey(tenantId, fresh, check, new Date(now().getTime() - DAY_MS));
      return { ...toKeyView(key), apiKey, webhookSecret };
    },

    /**
     * Oldest first, with usage; includes revoked ones with the time of revocation. Errors: unknown_tenant,
     * invalid_cursor.
     */
    async list({ slug, limit, cursor }: InputOf<typeof listKeys>): Promise<OutputOf<typeof listKeys>> {
      const after = readCursor(cursor);
      const tenantId = await tenantOf(slug);
      const listed = await keys.listKeysAfter(tenantId, after, limit + 1);
      const instanceIds = listed.map(({ instanceId }) => instanceId);
      const use = await keys.findUse(tenantId, instanceIds, new Date(now().getTime() - DAY_MS));
      return pageOf(listed, limit, (key) => toListedKey(key, use.get(key.instanceId)));
    },

    /** Errors: unknown_tenant, unknown_key. */
    async show({ slug, instanceId }: InputOf<typeof getKey>): Promise<OutputOf<typeof getKey>> {
      const key = await keys.findKey(await tenantOf(slug), instanceId);
      if (!key) throw new AppError('unknown_key');
      return toKeyView(key);
    },

    /** Takes effect on every gateway within 1 s. Errors: unknown_tenant, unknown_key, invalid_webhook_url. */
    async update(input: InputOf<typeof updateKey>): Promise<OutputOf<typeof updateKey>> {
      const { slug, instanceId, ...changes } = input;
      const tenantId = await tenantOf(slug);
      if (typeof changes.webhookUrl === 'string') await checkWebhookUrl(changes.webhookUrl);
      const key = await keys.updateKey(tenantId, instanceId, changes);
      if (!key) throw new AppError('unknown_key');
      deps.publishKeyChanged(instanceId);
      deps.wakeDeliveries([instanceId]);
      return toKeyView(key);
    },

    /** Permanent; a repeat returns the same. Errors: unknown_tenant, unknown_key. */
    async revoke({ slug, instanceId }: InputOf<typeof revokeKey>): Promise<OutputOf<typeof revokeKey>> {
      const key = await keys.revokeKey(await tenantOf(slug), instanceId, now());
      if (!key) throw new AppError('unknown_key');
      deps.publishKeyChanged(instanceId);
      return toKeyView(key);
    },

    /**
     * Signs deliveries with the old secret too for 24 h (docs/reference/events.md#signatures). Errors: unknown_tenant,
     * unknown_key.
     */
    async rotateSecret({ slug, instanceId }: InputOf<typeof rotateSecret>): Promise<OutputOf<typeof rotateSecret>> {
      const tenantId = await tenantOf(slug);
      const webhookSecret = makeStandardSecret();
      const isReplaced = await keys.replaceSecret(tenantId, instanceId, {
        encrypted: deps.encryptSecret(webhookSecret),
        previousUntil: new Date(now().getTime() + SECRET_OVERLAP_MS),
      });
      if (!isReplaced) throw new AppError('unknown_key');
      deps.publishKeyChanged(instanceId);
      return { webhookSecret };
    },
  };
}
