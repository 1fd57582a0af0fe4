import type { Environment } from '@parley/runtime/environment';

/** Settings that may have been generated at the start; a child inherits the rest of the environment. */
const MADE = [
  'PARLEY_ADMIN_TOKEN',
  'PARLEY_ENCRYPTION_KEYS',
  'PARLEY_PUBLIC_URL',
  'PARLEY_GRAPH_URL',
  'PARLEY_TELEGRAM_URL',
  'PARLEY_TIKTOK_URL',
  'PARLEY_WHATSAPP_WEB_URL',
  'PARLEY_WHATSAPP_WEB_ROOT_KEY',
  'PARLEY_SANDBOX_PUBLIC_URL',
  'PARLEY_META_DIALOG_URL',
  'PARLEY_META_SDK_URL',
  'PARLEY_META_SIGNUP_CONFIG_ID',
  'PARLEY_META_COEXISTENCE_CONFIG_ID',
  'PARLEY_TIKTOK_DIALOG_URL',
  'PARLEY_META_APP_ID',
  'PARLEY_META_APP_SECRET',
  'PARLEY_INSTAGRAM_DIALOG_URL',
  'PARLEY_INSTAGRAM_OAUTH_URL',
  'PARLEY_INSTAGRAM_GRAPH_URL',
  'PARLEY_INSTAGRAM_APP_ID',
  'PARLEY_INSTAGRAM_APP_SECRET',
  'PARLEY_TIKTOK_APP_ID',
  'PARLEY_TIKTOK_APP_SECRET',
  'PARLEY_META_VERIFY_TOKEN',
  'PARLEY_EGRESS_ALLOW',
  'PARLEY_SMTP_URL',
  'PARLEY_SMS_PROVIDER',
  'PARLEY_SMS_URL',
  'PARLEY_SMS_ACCOUNT',
  'PARLEY_SMS_SECRET',
  'PARLEY_SMS_FROM',
  'PARLEY_NOTIFY_GROUP_SECONDS',
] as const;

/** At most two malloc arenas: by default glibc gives each thread its own, which keeps the memory that the thread frees. */
const MALLOC = { MALLOC_ARENA_MAX: '2' };

/** The variables for a part in its own process, in addition to those it inherits. */
export function partEnvironment(environment: Environment, databaseUrl: string): Record<string, string> {
  const shared: Record<string, string> = { DATABASE_URL: databaseUrl, ...MALLOC };
  for (const name of MADE) shared[name] = String(environment[name] ?? '');
  return shared;
}
