import { AppError } from '@parley/common/errors';
import type { NotificationChannel } from '@parley/common/notification-kinds';
import { takeMessageRoom } from '@parley/messaging/notify/take-message-room';
import type { SendResult } from '../domain/after-attempt.ts';
import { hasOwnAccount } from '../domain/notification-settings.ts';
import type { NotificationsService } from '../service.ts';
import { findSettings } from '../storage/settings-store.ts';

/**
 * Counts a notification over an account of the deployment; null: it may go. One beyond the limit waits for the next
 * hour or day (docs/reference/notifications.md#limits).
 */
export async function takeRoom(
  { database, environment, now }: NotificationsService,
  { tenantId, way, address }: { tenantId: number | null; way: NotificationChannel; address: string },
): Promise<SendResult | null> {
  if (hasOwnAccount(await findSettings(database.prisma, tenantId), way)) return null;
  try {
    const counted = { purpose: `notification-${way}`, tenantId, address, now: now() } as const;
    await database.transaction((sql) => takeMessageRoom(sql, counted, environment.PARLEY_MESSAGE_LIMITS));
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
    const retryAfterMs = (error.extras.retry_after ?? 0) * 1000;
    return { outcome: 'later', provider: 'none', reason: 'limit_reached', retryAfterMs };
  }
}
