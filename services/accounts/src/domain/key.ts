import type { Camel } from '@parley/common/casing/camel';
import type { Channel } from '@parley/common/channels';
import type { KeyView, ListedKey } from '@parley/common/contracts/operator/keys';
import type { EventType, OptInReceipts } from '@parley/common/events';
import type { McpTool } from '@parley/common/mcp-tools';
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
  revokedAt: Date | null;
  createdAt: Date;
}

export type NewKey = Omit<Key, 'id' | 'enabled' | 'revokedAt' | 'createdAt'> & {
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
