import type { createKey } from '@parley/common/contracts/operator/keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { EVENT_TYPES } from '@parley/common/events';
import { makeId } from '@parley/common/ids';
import { hashApiKey, makeApiKey } from '../domain/api-key.ts';
import { type Key, toKeyView } from '../domain/key.ts';
import { makeWebhookSecret } from '../domain/webhook-secret.ts';
import type { CheckWebhookUrl } from './check-webhook-url.ts';

const RATE_LIMIT_PER_MINUTE = 60;

export type NewKey = Omit<Key, 'id' | 'enabled' | 'revokedAt' | 'createdAt'> & {
  keyHash: Buffer;
  /** Encrypted. */
  webhookSecret: string;
};

export interface CreateKeyDeps {
  findTenantId(slug: string): Promise<number | null>;
  /** Key and lane. */
  insertKey(tenantId: number, key: NewKey): Promise<Key>;
  encryptSecret(secret: string): string;
  checkWebhookUrl: CheckWebhookUrl;
}

/**
 * Makes a key; `api_key` leaves here and nowhere else (docs/reference/operator-api.md#keys). No gateway has it cached
 * yet, so none has to hear of it. Errors: unknown_tenant, invalid_webhook_url.
 */
export function makeCreateKey(deps: CreateKeyDeps) {
  return async (input: InputOf<typeof createKey>): Promise<OutputOf<typeof createKey>> => {
    const tenantId = await deps.findTenantId(input.slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    const webhookUrl = input.webhook_url ?? null;
    if (webhookUrl !== null) await deps.checkWebhookUrl(webhookUrl);
    const apiKey = makeApiKey();
    const webhookSecret = makeWebhookSecret();
    const key = await deps.insertKey(tenantId, {
      instanceId: makeId('ins'),
      label: input.label,
      channels: input.channels,
      webhookUrl,
      events: input.events ?? [...EVENT_TYPES],
      rateLimitPerMinute: input.rate_limit_per_minute ?? RATE_LIMIT_PER_MINUTE,
      ordered: input.ordered ?? false,
      keyHash: hashApiKey(apiKey),
      webhookSecret: deps.encryptSecret(webhookSecret),
    });
    return { ...toKeyView(key), api_key: apiKey, webhook_secret: webhookSecret };
  };
}
