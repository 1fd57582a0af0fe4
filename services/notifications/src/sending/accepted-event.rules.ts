import type { NewPlatformEvent } from '@parley/messaging/outbox/platform-events';
import type { Job, Settlement } from './job.rules.ts';

/** The event that reports an accepted message; null: it was not accepted (docs/reference/platform-events.md#events). */
export function acceptedEvent(
  { id, tenantId, way, kind, address }: Job,
  { acceptedAt, provider, providerId }: Settlement,
): NewPlatformEvent | null {
  if (acceptedAt === null || provider === null) return null;
  return {
    type: way === 'email' ? 'email-sent' : 'sms-sent',
    tenantId,
    channel: null,
    conversationId: null,
    createdAt: acceptedAt,
    data: {
      notification_id: id,
      kind,
      to: address,
      provider,
      provider_id: providerId,
      accepted_at: acceptedAt.toISOString(),
    },
  };
}
