import { PlanLimitsText } from '@parley/common/workspace/plan-limits';

/** Variables that would let something leave the machine, or let more than the gateway reach the sandbox. */
const CLOSED = [
  'PARLEY_GRAPH_URL',
  'PARLEY_TELEGRAM_URL',
  'PARLEY_TIKTOK_URL',
  'PARLEY_WHATSAPP_WEB_URL',
  'PARLEY_META_DIALOG_URL',
  'PARLEY_META_SDK_URL',
  'PARLEY_TIKTOK_DIALOG_URL',
  'PARLEY_INSTAGRAM_DIALOG_URL',
  'PARLEY_INSTAGRAM_OAUTH_URL',
  'PARLEY_INSTAGRAM_GRAPH_URL',
  'PARLEY_META_APP_SECRET',
  'PARLEY_INSTAGRAM_APP_SECRET',
  'PARLEY_TIKTOK_APP_SECRET',
  'PARLEY_SANDBOX_HOST',
  'PARLEY_SANDBOX_PUBLIC_URL',
  'PARLEY_SMTP_URL',
  'PARLEY_SMS_PROVIDER',
  'PARLEY_SMS_URL',
  'PARLEY_OIDC_ISSUER',
  'PARLEY_AI_OPENAI_KEY',
  'PARLEY_AI_ANTHROPIC_KEY',
  'PARLEY_AI_GOOGLE_KEY',
  'PARLEY_PLATFORM_WEBHOOK_URL',
  'PARLEY_UPLOAD_S3_URL',
  'NATS_URL',
] as const;

/** Throws for a configuration that a public demo must not have (docs/operations/demo.md#start), naming the variables. */
export function refuseInDemo(variables: Record<string, string | undefined>): void {
  const set: string[] = CLOSED.filter((name) => variables[name]);
  if (variables.PARLEY_SANDBOX === 'false') set.push('PARLEY_SANDBOX');
  if (set.length > 0)
    throw new Error(`PARLEY_DEMO: nothing may leave a public demo. Unset ${set.join(', ')}, or PARLEY_DEMO.`);
}

/** The limits of one workspace, whatever is configured (docs/operations/demo.md#limits). */
export const DEMO_LIMITS = {
  PARLEY_PLAN_LIMITS: PlanLimitsText.parse('keys=3,recipients=1,scheduled=20'),
  PARLEY_UPLOAD_MAX_MB: 2,
  PARLEY_UPLOAD_TENANT_MB: 10,
  PARLEY_MEDIA_QUOTA_MB: 10,
  PARLEY_MEDIA_KEEP_DAYS: 1,
  PARLEY_MAX_UNPAIRED_SESSIONS: 1,
} as const;
