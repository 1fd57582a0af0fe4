import type { NotificationsService } from '../service.ts';
import { readMailServer } from '../settings/mail-server.rules.ts';
import { ownMailUrl } from '../settings/notification-settings.rules.ts';
import { findSettings } from '../settings/settings.store.ts';
import type { SendResult } from './after-attempt.rules.ts';
import { composeMail, type Mail } from './compose-mail.client.ts';
import { connectDeploymentServer, connectTenantServer } from './connect-mail-server.client.ts';
import { sendMail } from './mail-sender.client.ts';

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
