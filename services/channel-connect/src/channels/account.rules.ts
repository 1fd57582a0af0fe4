import type { Camel } from '@parley/common/casing/camel';
import type { Channel } from '@parley/common/channels';
import type { ChannelEntry } from '@parley/common/contracts/channels/channels';
import type { reportTemplate } from '@parley/common/contracts/internal/channel-health';
import type { OperatorChannelEntry } from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf } from '@parley/common/define-contract';
import type { DisconnectReason } from '@parley/common/events';
import type { ChannelHealthData } from '@parley/common/events/opt-in-events';
import type { StoredAccount } from '@parley/messaging/accounts/account-row';
import { stableEventId } from '@parley/messaging/outbox/find-reported';
import { type NewEvent, type OutboxRow, toOutboxRow } from '@parley/messaging/outbox/new-event';
import type { z } from 'zod';

/** Channels that this service connects and removes; services/pairing removes linked devices. */
export const OWN_CHANNELS: readonly Channel[] = ['wa', 'tg', 'fb', 'ig', 'tt'];

/** A connected account; its credentials stay encrypted until a provider is called. */
export type ChannelAccount = StoredAccount;

/** A wa number to connect. */
export type NewNumber = Pick<ChannelAccount, 'externalId' | 'name' | 'credentials'> & {
  channel: 'wa';
  number: string;
  wabaId: string;
};

/** An account as `channels` lists it (docs/reference/channels.md#connected-channels). */
export const toChannelEntry = ({
  channel,
  externalId,
  name,
  number,
  offlineSince,
}: ChannelAccount): Camel<z.infer<typeof ChannelEntry>> => ({
  channel,
  id: externalId,
  name,
  ...(number === null ? {} : { identifier: number }),
  status: offlineSince === null ? 'connected' : 'offline',
});

/** An account as the operator sees it (docs/reference/operator-api.md#channels). */
export const toOperatorEntry = (account: ChannelAccount): Camel<z.infer<typeof OperatorChannelEntry>> => ({
  ...toChannelEntry(account),
  accountId: account.id,
  connectedAt: account.connectedAt.toISOString(),
});

/**
 * `channel.connected` (docs/reference/events.md#channelconnected): the identifier is the account's public name or
 * number.
 */
export const channelConnected = ({
  tenantId,
  channel,
  externalId,
  name,
  number,
  connectedAt,
}: Omit<ChannelAccount, 'id' | 'credentials' | 'wabaId'>): NewEvent<'channel.connected'> => ({
  type: 'channel.connected',
  tenantId,
  channel,
  conversationId: null,
  createdAt: connectedAt,
  data: { channel, id: externalId, name, identifier: number ?? name, connected_at: connectedAt.toISOString() },
});

/** `channel.disconnected` (docs/reference/events.md#channeldisconnected). */
export const channelDisconnected = (
  { tenantId, channel, externalId, name }: ChannelAccount,
  reason: DisconnectReason,
  at: Date,
  platformReason?: string,
): NewEvent<'channel.disconnected'> => ({
  type: 'channel.disconnected',
  tenantId,
  channel,
  conversationId: null,
  createdAt: at,
  data: {
    channel,
    id: externalId,
    name,
    reason,
    ...(platformReason === undefined ? {} : { platform_reason: platformReason }),
    disconnected_at: at.toISOString(),
  },
});

/** The health of a wa number as it is stored. */
export interface NumberHealth {
  tenantId: number;
  externalId: string;
  name: string;
  quality: string | null;
  limit: string | null;
  restrictions: ChannelHealthData['restrictions'];
  isOffline: boolean;
  isPaymentMissing: boolean;
}

/** `channel.health` (docs/reference/events.md#channelhealth). */
export function channelHealth(
  { tenantId, externalId: id, name, quality, limit, restrictions, isOffline, isPaymentMissing }: NumberHealth,
  at: Date,
  now: Date,
): NewEvent<'channel.health'> {
  const state = isOffline ? 'offline' : 'online';
  const reason = isOffline ? 'account_offboarded' : null;
  const shown = { channel: 'wa', id, name, quality, limit, restrictions, state, reason } as const;
  const data = { ...shown, payment_missing: isPaymentMissing, at: at.toISOString() };
  return { type: 'channel.health', tenantId, channel: 'wa', conversationId: null, createdAt: now, data };
}

/** `template.status` of one tenant, with the id that repeats of the report share (docs/reference/events.md#templatestatus). */
export function templateStatus(
  tenantId: number,
  { wabaId, observedAt: at, news }: InputOf<typeof reportTemplate>,
  now: Date,
): OutboxRow {
  const data = {
    channel: 'wa',
    business_id: wabaId,
    template_id: news.templateId,
    name: news.name,
    language: news.language,
    status: news.status,
    reason: news.reason,
    details: news.details ?? null,
    recommendation: news.recommendation ?? null,
    disable_date: news.disableDate ?? null,
    quality: news.quality,
    category: news.category,
    upcoming_category: news.upcomingCategory ?? null,
    upcoming_at: news.upcomingAt ?? null,
    at,
  } as const;
  const id = stableEventId(['template', tenantId, data]);
  const event = { type: 'template.status', tenantId, channel: 'wa', conversationId: null, createdAt: now } as const;
  return toOutboxRow({ ...event, data }, id);
}
