import { invalidField } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { takeMessageRoom } from '@parley/messaging/notify/reserve-message-quota';
import { addConfirmationJob } from '../sending/notification.store.ts';
import type { NotificationsService } from '../service.ts';
import { hasOwnAccount, type StoredSettings } from '../settings/settings.rules.ts';
import { findSettings } from '../settings/settings.store.ts';
import { isCountryAllowed, keptTries, type NewConfirmation } from './confirmation.rules.ts';
import { findTries, saveConfirmation } from './confirmation.store.ts';
import { mask, type Recipient } from './recipient.rules.ts';

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

/**
 * Checks that an SMS may go to this phone: the deployment's account only sends to its countries
 * (docs/reference/notifications.md#sms), a tenant's own account has no such list. Errors: invalid_phone.
 */
export async function checkPhone(
  { environment, database }: NotificationsService,
  tenantId: number | null,
  phone: string | null | undefined,
): Promise<void> {
  const countries = environment.PARLEY_SMS_COUNTRIES;
  if (phone === undefined || phone === null || isCountryAllowed(phone, countries)) return;
  if (hasOwnAccount(await findSettings(database.prisma, tenantId), 'sms')) return;
  throw invalidField('phone', `phone must be a number of one of these countries: ${countries?.join(', ')}.`);
}
