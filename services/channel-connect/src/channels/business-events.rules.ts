import type { reportTemplate } from '@parley/common/contracts/internal/channel-health';
import type { InputOf } from '@parley/common/define-contract';
import type { ChannelHealthData } from '@parley/common/opt-in-events';
import { stableEventId } from '@parley/messaging/outbox/find-reported';
import { type NewEvent, type OutboxRow, toOutboxRow } from '@parley/messaging/outbox/new-event';

/** The health of a wa number as it is stored. */
export interface NumberHealth {
  tenantId: number;
  externalId: string;
  name: string;
  quality: string | null;
  limit: string | null;
  restrictions: ChannelHealthData['restrictions'];
  isOffline: boolean;
}

/** `channel.health` (docs/reference/events.md#channelhealth). */
export function channelHealth(
  { tenantId, externalId: id, name, quality, limit, restrictions, isOffline }: NumberHealth,
  at: Date,
  now: Date,
): NewEvent<'channel.health'> {
  const state = isOffline ? 'offline' : 'online';
  const reason = isOffline ? 'account_offboarded' : null;
  const data = { channel: 'wa', id, name, quality, limit, restrictions, state, reason, at: at.toISOString() } as const;
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
