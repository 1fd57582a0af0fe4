import type {
  getNotificationSettings,
  SmsAccount,
  updateNotificationSettings,
} from '@parley/common/contracts/operator/recipients';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';
import { readMailServer } from '../domain/mail-server.ts';
import type { StoredSettings } from '../storage/settings-store.ts';

export interface ManageSettingsDeps {
  findSettings(tenantId: number): Promise<StoredSettings>;
  saveSettings(
    tenantId: number,
    changes: { [Name in keyof StoredSettings]?: StoredSettings[Name] | undefined },
  ): Promise<void>;
  /** Why the egress rules forbid the host, or null. */
  refuseHost(host: string, tenantId: number): Promise<string | null>;
  refuseUrl(url: string, tenantId: number): Promise<string | null>;
  seal(plain: string): string;
  openSecret(sealed: string): string;
  readSmsAccount(json: string): SmsAccount;
}

/** Notification settings of a tenant (docs/reference/notifications.md#own-accounts). */
export function makeManageSettings(deps: ManageSettingsDeps) {
  async function view(tenantId: number): Promise<OutputOf<typeof getNotificationSettings>> {
    const { unattendedMinutes, smtpUrl, mailFrom, smsAccount } = await deps.findSettings(tenantId);
    return {
      unattendedMinutes,
      smtpHost: smtpUrl === null ? null : (readMailServer(deps.openSecret(smtpUrl))?.host ?? null),
      mailFrom,
      smsProvider: smsAccount === null ? null : deps.readSmsAccount(deps.openSecret(smsAccount)).provider,
    };
  }

  async function checkMailServer(url: string, tenantId: number): Promise<void> {
    const server = readMailServer(url);
    if (!server) throw invalidField('smtp_url', 'smtp_url must be like smtp://user:password@host:587.');
    const problem = await deps.refuseHost(server.host, tenantId);
    if (problem !== null) throw invalidField('smtp_url', `smtp_url ${problem}.`);
  }

  async function checkSmsAccount(
    { provider, url, account, secret, from }: SmsAccount,
    tenantId: number,
  ): Promise<void> {
    const needed = { twilio: { account, secret, from }, unifonic: { account, from }, http: { url, secret } }[provider];
    for (const [name, value] of Object.entries(needed))
      if (value === undefined) throw invalidField(`sms.${name}`, `sms.${name} is needed for ${provider}.`);
    if (url === undefined) return;
    const problem = await deps.refuseUrl(url, tenantId);
    if (problem !== null) throw invalidField('sms.url', `sms.url ${problem}.`);
  }

  /** The deployment's mail server sends only as the deployment. */
  async function checkSender(tenantId: number, smtpUrl: string | null | undefined): Promise<void> {
    const after = smtpUrl === undefined ? (await deps.findSettings(tenantId)).smtpUrl : smtpUrl;
    if (after === null)
      throw invalidField('mail_from', 'mail_from must come with a mail server of your own: give smtp_url too.');
  }

  return {
    view,
    /** Errors: invalid_smtp_url, invalid_mail_from, invalid_sms_url and the other fields of an account. */
    async update(
      tenantId: number,
      { unattendedMinutes, smtpUrl, mailFrom, sms }: Omit<InputOf<typeof updateNotificationSettings>, 'slug'>,
    ): Promise<OutputOf<typeof updateNotificationSettings>> {
      if (smtpUrl) await checkMailServer(smtpUrl, tenantId);
      if (sms) await checkSmsAccount(sms, tenantId);
      if (mailFrom) await checkSender(tenantId, smtpUrl);
      await deps.saveSettings(tenantId, {
        unattendedMinutes,
        smtpUrl: smtpUrl && deps.seal(smtpUrl),
        mailFrom: smtpUrl === null ? null : mailFrom,
        smsAccount: sms && deps.seal(JSON.stringify(sms)),
      });
      return view(tenantId);
    },
  };
}
