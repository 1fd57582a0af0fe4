import { verb } from '@parley/bus/verb';
import { updateNotificationSettings as contract, type SmsAccount } from '@parley/common/contracts/operator/recipients';
import { invalidField } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import type { NotificationsService } from '../service.ts';
import { readMailServer, sealAccount, toSettingsView } from './settings.rules.ts';
import { findSettings, saveSettings } from './settings.store.ts';

/**
 * Changes how a tenant's notifications are sent (docs/reference/notifications.md#own-accounts). Errors: unknown_tenant,
 * invalid_smtp_url, invalid_mail_from, invalid_sms_url and the other fields of an account.
 */
export const updateNotificationSettings = verb(
  contract,
  async (service: NotificationsService, { slug, unattendedMinutes, smtpUrl, mailFrom, sms }) => {
    const { database, cipher } = service;
    const tenantId = await tenantOfSlug(database, slug);
    if (smtpUrl) await checkMailServer(service, tenantId, smtpUrl);
    if (sms) await checkSmsAccount(service, tenantId, sms);
    if (mailFrom) await checkSender(service, tenantId, smtpUrl);
    await saveSettings(database.prisma, tenantId, {
      unattendedMinutes,
      smtpUrl: smtpUrl && sealAccount(cipher, smtpUrl),
      mailFrom: smtpUrl === null ? null : mailFrom,
      smsAccount: sms && sealAccount(cipher, JSON.stringify(sms)),
    });
    return toSettingsView(cipher, await findSettings(database.prisma, tenantId));
  },
);

const hostUrl = (host: string): string => `https://${host.includes(':') ? `[${host}]` : host}/`;

async function checkMailServer({ egress }: NotificationsService, tenantId: number, url: string): Promise<void> {
  const server = readMailServer(url);
  if (!server) throw invalidField('smtp_url', 'smtp_url must be like smtp://user:password@host:587.');
  const problem = await egressRefusal(() => egress.checkUrl(hostUrl(server.host), `tenant ${tenantId}`));
  if (problem !== null) throw invalidField('smtp_url', `smtp_url ${problem}.`);
}

async function checkSmsAccount(
  { egress }: NotificationsService,
  tenantId: number,
  { provider, url, account, secret, from }: SmsAccount,
): Promise<void> {
  const needed = { twilio: { account, secret, from }, unifonic: { account, from }, http: { url, secret } }[provider];
  for (const [name, value] of Object.entries(needed))
    if (value === undefined) throw invalidField(`sms.${name}`, `sms.${name} is needed for ${provider}.`);
  if (url === undefined) return;
  const problem = await egressRefusal(() => egress.checkUrl(url, `tenant ${tenantId}`));
  if (problem !== null) throw invalidField('sms.url', `sms.url ${problem}.`);
}

/** The deployment's mail server sends only as the deployment. */
async function checkSender(
  { database }: NotificationsService,
  tenantId: number,
  smtpUrl: string | null | undefined,
): Promise<void> {
  const after = smtpUrl === undefined ? (await findSettings(database.prisma, tenantId)).smtpUrl : smtpUrl;
  if (after === null)
    throw invalidField('mail_from', 'mail_from must come with a mail server of your own: give smtp_url too.');
}
