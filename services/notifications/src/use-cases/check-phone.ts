import { invalidField } from '@parley/common/errors';
import { hasOwnAccount } from '../domain/notification-settings.ts';
import { isCountryAllowed } from '../domain/sms-country.ts';
import type { NotificationsService } from '../service.ts';
import { findSettings } from '../storage/settings-store.ts';

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
