import { type Sms, sendSms } from '@parley/providers/sms/sms-client';
import { isCountryAllowed } from '../recipients/sms-country.rules.ts';
import type { NotificationsService } from '../service.ts';
import { ownSmsAccount } from '../settings/notification-settings.rules.ts';
import { deploymentSmsAccount } from '../settings/notifications-environment.rules.ts';
import { findSettings } from '../settings/settings.store.ts';
import type { SendResult } from './after-attempt.rules.ts';

/**
 * Sends an SMS over the tenant's own account, or the deployment's (docs/reference/notifications.md#sms). Calls `begin`
 * before the provider can accept it; it returns false when another worker has the message.
 */
export async function sendBySms(
  { environment, database, cipher, egress, dispatcher, timeoutMs, now }: NotificationsService,
  tenantId: number | null,
  sms: Sms,
  begin: () => Promise<boolean>,
): Promise<SendResult> {
  const own = ownSmsAccount(cipher, await findSettings(database.prisma, tenantId));
  const account = own ?? deploymentSmsAccount(environment);
  if (!account) return { outcome: 'refused', provider: 'sms', reason: 'not_configured' };
  if (!own && !isCountryAllowed(sms.to, environment.PARLEY_SMS_COUNTRIES))
    return { outcome: 'refused', provider: 'none', reason: 'country_not_allowed' };
  if (!(await begin())) return { outcome: 'later', provider: 'none', reason: 'claimed_by_another' };
  const result = await sendSms(account, sms, {
    dispatcher: own ? egress.agent : dispatcher,
    timeoutMs,
    now: now(),
  });
  return { ...result, provider: account.provider };
}
