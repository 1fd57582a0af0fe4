import { makeId } from '@parley/common/ids';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { takeMessageRoom } from '@parley/messaging/notify/take-message-room';
import { keptTries, type NewConfirmation } from '../domain/ask-for.ts';
import { hasOwnAccount, type StoredSettings } from '../domain/notification-settings.ts';
import { mask, type Recipient } from '../domain/recipient.ts';
import type { NotificationsService } from '../service.ts';
import { findTries, saveConfirmation } from '../storage/confirmation-store.ts';
import { addConfirmationJob } from '../storage/job-store.ts';

/**
 * Stores the confirmations of a recipient's addresses, and the jobs that send them, in the caller's transaction, which
 * has locked the recipient (docs/reference/notifications.md#limits). A tenant that sends over its own account pays for
 * it, so only its addresses are counted. Errors: rate_limited.
 */
export async function requestConfirmations(
  { environment }: NotificationsService,
  { sql, prisma }: PrismaTransaction,
  { id: recipientId, tenantId }: Recipient,
  confirmations: readonly NewConfirmation[],
  { now, settings }: { now: Date; settings: StoredSettings },
): Promise<void> {
  for (const confirmation of confirmations) {
    const { way, address } = confirmation;
    const attempts = keptTries(await findTries(prisma, recipientId, way, now), now);
    const isOwnAccount = hasOwnAccount(settings, way);
    const counted = { purpose: `confirmation-${way}`, tenantId, address, now, isOwnAccount } as const;
    await takeMessageRoom(sql, counted, environment.PARLEY_MESSAGE_LIMITS);
    await saveConfirmation(prisma, { recipientId, ...confirmation, attempts, isOwnAccount });
    await addConfirmationJob(sql, { id: makeId('ntf'), tenantId, recipientId, way, address: mask(address), now });
  }
}
