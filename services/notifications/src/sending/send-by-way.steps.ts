import { type Sms, sendSms } from '@parley/providers/sms/sms-client';
import { isCountryAllowed } from '../recipients/confirmation.rules.ts';
import type { NotificationsService } from '../service.ts';
import { deploymentSmsAccount, ownMailUrl, ownSmsAccount, readMailServer } from '../settings/settings.rules.ts';
import { findSettings } from '../settings/settings.store.ts';
import type { SendResult } from './job.rules.ts';
import { composeMail, connectDeploymentServer, connectTenantServer, type Mail, sendMail } from './mail.client.ts';

/**
 * Sends a mail over the tenant's own server, or the deployment's (docs/reference/notifications.md#own-accounts). Calls
 * `begin` before the server can accept it; it returns false when another worker has the message.
 */
export async function sendByEmail(
  service: NotificationsService,
  tenantId: number | null,
  mail: Mail,
  begin: () => Promise<boolean>,
): Promise<SendResult> {
  const { environment, timeoutMs } = service;
  const settings = await findSettings(service.database.prisma, tenantId);
  const ownUrl = ownMailUrl(service.cipher, settings);
  const url = ownUrl ?? environment.PARLEY_SMTP_URL;
  const server = url === undefined ? null : readMailServer(url);
  if (!server) return { outcome: 'refused', provider: 'smtp', reason: 'not_configured' };
  // A tenant's own sender requires its own server: the deployment's would vouch for an address that it does not know.
  const from = (ownUrl === null ? null : settings.mailFrom) ?? environment.PARLEY_MAIL_FROM;
  const raw = await composeMail(mail, { from, at: service.now() });
  const connect = () =>
    ownUrl === null
      ? connectDeploymentServer(service.lookup, server)
      : connectTenantServer(service.egress, server, timeoutMs);
  return sendMail(server, { from, to: mail.to, raw }, { connect, begin, timeoutMs });
}

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
