import type { getNotificationSettings } from '@parley/common/contracts/operator/recipients';
import { type SmsAccount, SmsAccount as SmsAccountSchema } from '@parley/common/contracts/operator/recipients';
import type { OutputOf } from '@parley/common/define-contract';
import type { NotificationChannel } from '@parley/common/notification-kinds';
import type { Cipher } from '@parley/database/encryption';
import { readMailServer } from './mail-server.rules.ts';

/** Notification settings of a tenant; its accounts are encrypted. */
export interface StoredSettings {
  unattendedMinutes: number;
  smtpUrl: string | null;
  mailFrom: string | null;
  smsAccount: string | null;
}

export const DEFAULT_SETTINGS: StoredSettings = {
  unattendedMinutes: 10,
  smtpUrl: null,
  mailFrom: null,
  smsAccount: null,
};

const PURPOSE = 'notification_settings.account';

/** Whether the tenant sends over its own mail server or SMS account (docs/reference/notifications.md#own-accounts). */
export const hasOwnAccount = ({ smtpUrl, smsAccount }: StoredSettings, way: NotificationChannel): boolean =>
  (way === 'email' ? smtpUrl : smsAccount) !== null;

/** The URL of the tenant's own mail server; null: it has none. */
export const ownMailUrl = (cipher: Pick<Cipher, 'decrypt'>, { smtpUrl }: StoredSettings): string | null =>
  smtpUrl === null ? null : cipher.decrypt(smtpUrl, PURPOSE);

/** The tenant's own SMS account; null: it has none. */
export const ownSmsAccount = (cipher: Pick<Cipher, 'decrypt'>, { smsAccount }: StoredSettings): SmsAccount | null =>
  smsAccount === null ? null : SmsAccountSchema.parse(JSON.parse(cipher.decrypt(smsAccount, PURPOSE)));

/** A mail server's URL, or the JSON of an SMS account, as it is stored. */
export const sealAccount = (cipher: Pick<Cipher, 'encrypt'>, account: string): string =>
  cipher.encrypt(account, PURPOSE);

export function toSettingsView(
  cipher: Pick<Cipher, 'decrypt'>,
  settings: StoredSettings,
): OutputOf<typeof getNotificationSettings> {
  const mailUrl = ownMailUrl(cipher, settings);
  return {
    unattendedMinutes: settings.unattendedMinutes,
    smtpHost: mailUrl === null ? null : (readMailServer(mailUrl)?.host ?? null),
    mailFrom: settings.mailFrom,
    smsProvider: ownSmsAccount(cipher, settings)?.provider ?? null,
  };
}
