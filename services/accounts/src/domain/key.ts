import type { Channel } from '@parley/common/channels';
import type { KeyView, ListedKey } from '@parley/common/contracts/operator/keys';
import type { EventType } from '@parley/common/events';
import type { z } from 'zod';

/** A key as it is stored, without its secrets. */
export interface Key {
  id: number;
  instanceId: string;
  label: string;
  channels: Channel[];
  webhookUrl: string | null;
  events: EventType[];
  rateLimitPerMinute: number;
  enabled: boolean;
  /** One event of a conversation at a time. */
  ordered: boolean;
  revokedAt: Date | null;
  createdAt: Date;
}

/** A key as the operator sees it (docs/reference/operator-api.md#keys). */
export const toKeyView = (key: Key): z.infer<typeof KeyView> => ({
  instance_id: key.instanceId,
  label: key.label,
  channels: key.channels,
  webhook_url: key.webhookUrl,
  events: key.events,
  rate_limit_per_minute: key.rateLimitPerMinute,
  enabled: key.enabled,
  ordered: key.ordered,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  created_at: key.createdAt.toISOString(),
});

/** What the requests with a key amount to. */
export interface KeyUse {
  lastAt: Date;
  /** Since a moment. */
  refused: number;
}

/** A key in a list, with its use; undefined: it has none. */
export const toListedKey = (key: Key, use: KeyUse | undefined): z.infer<typeof ListedKey> => ({
  ...toKeyView(key),
  last_used_at: use?.lastAt.toISOString() ?? null,
  refused_24h: use?.refused ?? 0,
});
