import type { SmsAccount } from '@parley/common/contracts/operator/recipients';
import type { EgressEnvironment } from '@parley/providers/egress/open-egress';
import type { Environment } from '@parley/runtime/environment';
import type { AppEnvironment } from '../system/provider-apps.rules.ts';

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
