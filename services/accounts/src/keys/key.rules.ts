import { createHash, randomBytes } from 'node:crypto';
import type { Camel } from '@parley/common/casing/camel';
import type { Channel } from '@parley/common/channels';
import type { McpTool } from '@parley/common/contract/mcp-tools';
import type { webhook } from '@parley/common/contracts/account/webhook';
import type { KeyView, ListedKey } from '@parley/common/contracts/operator/keys';
import type { OutputOf } from '@parley/common/define-contract';
import type { EventType, OptInReceipts } from '@parley/common/events';
import type { z } from 'zod';

/** A key as it is stored, without its secrets. */
export interface Key {
  id: number;
  instanceId: string;
  label: string;
  channels: Channel[];
  webhookUrl: string | null;
  events: EventType[];
  /** Channels whose `message.status` it also gets. */
  receipts: OptInReceipts[];
  rateLimitPerMinute: number;
  enabled: boolean;
  /** Delivers one event of a conversation at a time. */
  ordered: boolean;
  /** Whether it may use the MCP server. */
  mcpEnabled: boolean;
  /** The actions that it may call over MCP. */
  mcpTools: McpTool[];
  /** Whether it may change its own webhook. */
  setWebhookEnabled: boolean;
  /** Whether it may read conversations, messages and contacts. */
  mayRead: boolean;
  /** The end of the API key before the last rotation; null: there is none. */
  previousKeyUntil: Date | null;
  revokedAt: Date | null;
  createdAt: Date;
}

export type NewKey = Omit<Key, 'id' | 'enabled' | 'previousKeyUntil' | 'revokedAt' | 'createdAt'> & {
  keyHash: Buffer;
  /** Encrypted. */
  webhookSecret: string;
};

/** Changes; an absent member stays as it is, `webhookUrl: null` removes the URL. */
export type KeyChanges = {
  [K in
    | 'label'
    | 'channels'
    | 'events'
    | 'receipts'
    | 'webhookUrl'
    | 'rateLimitPerMinute'
    | 'enabled'
    | 'ordered'
    | 'mcpEnabled'
    | 'mcpTools'
    | 'setWebhookEnabled'
    | 'mayRead']?: Key[K] | undefined;
};

/** A new secret, encrypted; the current one stays valid until `previousUntil`. */
export interface NextSecret {
  encrypted: string;
  previousUntil: Date;
}

/** A key as the operator sees it (docs/reference/operator-api.md#keys). */
export const toKeyView = (key: Key): Camel<z.infer<typeof KeyView>> => ({
  instanceId: key.instanceId,
  label: key.label,
  channels: key.channels,
  webhookUrl: key.webhookUrl,
  events: key.events,
  receipts: key.receipts,
  rateLimitPerMinute: key.rateLimitPerMinute,
  enabled: key.enabled,
  ordered: key.ordered,
  mcpEnabled: key.mcpEnabled,
  mcpTools: key.mcpTools,
  setWebhookEnabled: key.setWebhookEnabled,
  mayRead: key.mayRead,
  previousKeyUntil: key.previousKeyUntil?.toISOString() ?? null,
  revokedAt: key.revokedAt?.toISOString() ?? null,
  createdAt: key.createdAt.toISOString(),
});

/** Usage of a key. */
export interface KeyUse {
  lastAt: Date;
  /** Refused requests since a given moment. */
  refused: number;
}

/** A key in a list, with its usage; undefined: it has none. */
export const toListedKey = (key: Key, use: KeyUse | undefined): Camel<z.infer<typeof ListedKey>> => ({
  ...toKeyView(key),
  lastUsedAt: use?.lastAt.toISOString() ?? null,
  refused24h: use?.refused ?? 0,
});

/** A key's webhook as it is stored. */
export type KeyWebhook = Pick<Key, 'webhookUrl' | 'events'> & {
  isPaused: boolean;
  reason: OutputOf<typeof webhook>['reason'];
};

export const toKeyWebhook = ({ webhookUrl, events, isPaused, reason }: KeyWebhook): OutputOf<typeof webhook> => {
  const status = isPaused ? 'paused' : 'active';
  return { ok: true, url: webhookUrl, events, status: webhookUrl === null ? 'none' : status, reason };
};

/**
 * The reason why a key may not set its own webhook to this address, or null
 * (docs/reference/webhook-delivery.md#setting-it-with-the-key).
 */
export function refuseWebhook(
  { setWebhookEnabled, webhookUrl }: Pick<Key, 'setWebhookEnabled' | 'webhookUrl'>,
  { url, replace }: { url: string | null; replace: boolean },
): 'set_webhook_not_allowed' | 'webhook_in_use' | null {
  if (!setWebhookEnabled) return 'set_webhook_not_allowed';
  const isOther = webhookUrl !== null && webhookUrl !== url;
  return isOther && !replace ? 'webhook_in_use' : null;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_BYTES = 32;
/** The largest number of base-62 digits of 32 bytes. */
const KEY_DIGITS = 43;

/**
 * A new API key: `pk_` and 256 random bits in base 62. It is shown once; only its hash is kept
 * (docs/reference/requests.md#api-keys).
 */
export function makeApiKey(random: (bytes: number) => Buffer = randomBytes): string {
  let rest = BigInt(`0x${random(RANDOM_BYTES).toString('hex')}`);
  let digits = '';
  for (let i = 0; i < KEY_DIGITS; i++, rest /= 62n) digits = ALPHABET[Number(rest % 62n)] + digits;
  return `pk_${digits}`;
}

/** SHA-256 of a key: the key has 256 random bits, so a plain hash cannot be searched. */
export const hashApiKey = (apiKey: string): Buffer => createHash('sha256').update(apiKey).digest();

/** Encryption purpose of the secret. */
export const WEBHOOK_SECRET_PURPOSE = 'api_keys.webhook_secret';
