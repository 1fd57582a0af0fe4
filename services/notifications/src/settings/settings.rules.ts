import {
  type getNotificationSettings,
  type SmsAccount,
  SmsAccount as SmsAccountSchema,
} from '@parley/common/contracts/operator/recipients';
import type { OutputOf } from '@parley/common/define-contract';
import type { NotificationChannel } from '@parley/common/workspace/notification-kinds';
import type { Cipher } from '@parley/database/encryption';
import type { EgressEnvironment } from '@parley/providers/egress/open-egress';
import type { Environment } from '@parley/runtime/environment';
import type { AppEnvironment } from '../system/provider-apps.rules.ts';

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

/** A mail server parsed from a URL such as PARLEY_SMTP_URL. */
export interface NamedServer {
  host: string;
  port: number;
  /** TLS from the first byte. */
  isSecure: boolean;
  user: string | null;
  password: string;
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;
const MAX_PORT = 65_535;

/** Parses `smtp[s]://user:password@host:port`; null for anything else. The host is normalized. */
export function readMailServer(text: string): NamedServer | null {
  try {
    const { protocol, host: given, username, password, pathname, search, hash } = new URL(text);
    if (protocol !== 'smtp:' && protocol !== 'smtps:') return null;
    if (pathname.replace('/', '') !== '' || search !== '' || hash !== '') return null;
    // As https, because its hosts are parsed like in a browser: punycode, every spelling of an address.
    const web = new URL(`https://${given}`);
    const host = web.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const port = /:(\d+)$/.exec(given)?.[1];
    if (host === '' || (port !== undefined && (Number(port) < 1 || Number(port) > MAX_PORT))) return null;
    return {
      host,
      port: port === undefined ? PORTS[protocol] : Number(port),
      isSecure: protocol === 'smtps:',
      user: username === '' ? null : decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
  } catch {
    return null;
  }
}

type SmsEnvironment = Pick<
  Environment,
  'PARLEY_SMS_PROVIDER' | 'PARLEY_SMS_URL' | 'PARLEY_SMS_ACCOUNT' | 'PARLEY_SMS_SECRET' | 'PARLEY_SMS_FROM'
>;

/** The variables that this service reads. */
export type NotificationsEnvironment = Pick<
  Environment,
  | 'PARLEY_PORT'
  | 'PARLEY_PUBLIC_URL'
  | 'PARLEY_SMTP_URL'
  | 'PARLEY_MAIL_FROM'
  | 'PARLEY_NOTIFY_GROUP_SECONDS'
  | 'PARLEY_DATA_DIR'
  | 'PARLEY_DISK_ALERT_MB'
  | 'PARLEY_QUEUE_ALERT_SECONDS'
> &
  Partial<Pick<Environment, 'PARLEY_MESSAGE_LIMITS' | 'PARLEY_PLAN_LIMITS' | 'PARLEY_SMS_COUNTRIES'>> &
  SmsEnvironment &
  AppEnvironment &
  EgressEnvironment;

/** The SMS account of the deployment; null: it has none. */
export function deploymentSmsAccount(environment: SmsEnvironment): SmsAccount | null {
  const { PARLEY_SMS_PROVIDER: provider, PARLEY_SMS_URL: url, PARLEY_SMS_ACCOUNT: account } = environment;
  if (!provider) return null;
  return { provider, url, account, secret: environment.PARLEY_SMS_SECRET, from: environment.PARLEY_SMS_FROM };
}
