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
}

/** `channel.health` (docs/reference/events.md#channelhealth). */
export function channelHealth(
  { tenantId, externalId, name, quality, limit, restrictions }: NumberHealth,
  at: Date,
  now: Date,
): NewEvent<'channel.health'> {
  const data = { channel: 'wa', id: externalId, name, quality, limit, restrictions, at: at.toISOString() } as const;
  return { type: 'channel.health', tenantId, channel: 'wa', conversationId: null, createdAt: now, data };
}

/** `template.status` of one tenant, with the id that repeats of the report share (docs/reference/events.md#templatestatus). */
export function templateStatus(
  tenantId: number,
  { wabaId, observedAt: at, news }: InputOf<typeof reportTemplate>,
  now: Date,
): OutboxRow {
  const { templateId, name, language, status, reason, quality, category } = news;
  const data = {
    channel: 'wa',
    business_id: wabaId,
    template_id: templateId,
    name,
    language,
    status,
    reason,
    quality,
    category,
    at,
  } as const;
  const id = stableEventId(['template', tenantId, data]);
  const event = { type: 'template.status', tenantId, channel: 'wa', conversationId: null, createdAt: now } as const;
  return toOutboxRow({ ...event, data }, id);
}
