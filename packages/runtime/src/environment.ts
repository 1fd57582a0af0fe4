import { MessageLimitsText } from '@parley/common/messages/message-limits';
import { MessagePricesText } from '@parley/common/messages/message-prices';
import { localAuthority } from '@parley/common/values/host-names';
import { PlanLimitsText } from '@parley/common/workspace/plan-limits';
import { z } from 'zod';
import { describeVariables, ruleOf } from './environment/describe-variable.ts';
import {
  AiKey,
  CallingCodes,
  Domains,
  EncryptionKeys,
  Flag,
  given,
  JsonObjectText,
  Networks,
  Port,
  PostgresUrl,
  RetrySchedule,
  RootKey,
  SmtpUrl,
  Url,
} from './environment/environment-fields.ts';
import { OtlpHeaders } from './environment/otlp-headers.ts';

/**
 * Every environment variable of Parley (docs/reference/installation.md#environment). The source of `.env.example`.
 */
export const Environment = z.object({
  PARLEY_PORT: given(Port.default(8080)).describe('Port of the gateway'),
  PARLEY_HOST: given(z.string().default('127.0.0.1')).describe('Address the gateway listens on'),
  PARLEY_PUBLIC_URL: given(Url.optional()).describe(
    'Origin that providers and browsers reach; default http://localhost:PORT',
  ),
  PARLEY_SECOND_GATEWAY_PORT: given(Port.optional()).describe(
    'Port of the second gateway of npm run cluster; default one above the first',
  ),
  PARLEY_URL: given(Url.optional()).describe(
    'Where the parley command line finds the operator API; default http://HOST:PORT',
  ),
  PARLEY_DATA_DIR: given(z.string().default('.parley')).describe('Data directory of the one-machine form'),
  DATABASE_URL: given(PostgresUrl.optional()).describe(
    'PostgreSQL; unset: embedded. Several servers, of which one accepts writes: postgresql://user:password@host1:5432,host2:5432/parley (docs/operations/database.md#failover)',
  ),
  DATABASE_DIRECT_URL: given(PostgresUrl.optional()).describe(
    'The same database without the pooler, if DATABASE_URL is a pooler in transaction mode such as PgBouncer (docs/operations/database.md#behind-pgbouncer)',
  ),
  DATABASE_READ_URL: given(PostgresUrl.optional()).describe(
    'A standby of DATABASE_URL for lists, search and usage, without a pooler (docs/operations/database.md#a-replica-for-reads)',
  ),
  PARLEY_DATABASE_POOL: given(z.coerce.number().int().min(2).max(100).default(10)).describe('Connections per process'),
  NATS_URL: given(z.string().optional()).describe('NATS server; unset: in-process bus (one-machine form only)'),
  PARLEY_ADMIN_TOKEN: given(z.string().min(16).optional()).describe(
    'Bearer token of the operator API; unset in the one-machine form: generated on first start',
  ),
  PARLEY_ENCRYPTION_KEYS: given(EncryptionKeys.optional()).describe(
    'id:base64(32 bytes), comma-separated; the first encrypts, all decrypt',
  ),
  PARLEY_OIDC_ISSUER: given(z.url().optional()).describe(
    'OpenID Connect issuer for members whose workspace has no issuer of its own (docs/reference/console.md#the-issuer-of-the-deployment); its redirect URL is {PARLEY_PUBLIC_URL}/console/single-sign-on/_deployment; unset: none',
  ),
  PARLEY_OIDC_CLIENT_ID: given(z.string().optional()).describe('Client of Parley at that issuer'),
  PARLEY_OIDC_CLIENT_SECRET: given(z.string().optional()).describe('Its secret'),
  PARLEY_OIDC_DOMAINS: given(Domains.optional()).describe(
    'Domains of the addresses that may sign in there, comma-separated; unset: all',
  ),
  PARLEY_BACKUP_KEY: given(z.string().optional()).describe(
    'Encrypts backups of the one-machine form: base64(32 bytes); keep it apart from the backups. Only the command line reads it',
  ),
  PARLEY_SANDBOX: given(Flag.optional()).describe(
    'true: the built-in sandbox replaces the providers; default true in npm start when no provider is configured. The sandbox starts only with true',
  ),
  PARLEY_SANDBOX_HOST: given(z.string().default('127.0.0.1')).describe('Address the sandbox listens on'),
  PARLEY_SANDBOX_PORT: given(Port.default(8090)).describe('Port of the sandbox'),
  PARLEY_SANDBOX_PUBLIC_URL: given(Url.optional()).describe(
    'Address at which browsers reach the sandbox, whose test phone the console then shows; in npm start the sandbox itself, never set in production',
  ),
  PARLEY_DEMO: given(Flag.default(false)).describe(
    'true: a public demo (docs/operations/demo.md): each visitor gets a workspace for an hour, on the sandbox alone, and nothing leaves the machine. Only in npm start, with a database of its own',
  ),
  PARLEY_DEMO_WORKSPACES: given(z.coerce.number().int().min(1).max(2000).default(200)).describe(
    'Workspaces of the demo at a time',
  ),
  PARLEY_DEMO_PER_ADDRESS: given(z.coerce.number().int().min(1).max(1000).default(3)).describe(
    'Workspaces that visitors of one address, or of one /64 of IPv6, may open in an hour',
  ),
  PARLEY_DEMO_MINUTES: given(z.coerce.number().int().min(1).max(1440).default(60)).describe(
    'Minutes after which a workspace of the demo is deleted',
  ),
  PARLEY_GRAPH_URL: given(Url.default('https://graph.facebook.com')).describe('Base address of the Graph API'),
  PARLEY_TELEGRAM_URL: given(Url.default('https://api.telegram.org')).describe('Base address of the Bot API'),
  PARLEY_TIKTOK_URL: given(Url.default('https://business-api.tiktok.com')).describe('Base address of the TikTok API'),
  PARLEY_WHATSAPP_WEB_URL: given(z.string().default('wss://web.whatsapp.com/ws/chat')).describe(
    'Linked-device network',
  ),
  PARLEY_WHATSAPP_WEB_ROOT_KEY: given(RootKey.optional()).describe(
    'Root key that signs the certificate of an emulated linked-device network, base64(32 bytes); unset: the key of the real network',
  ),
  PARLEY_META_DIALOG_URL: given(Url.default('https://www.facebook.com')).describe(
    'Origin of the Facebook authorization page',
  ),
  PARLEY_TIKTOK_DIALOG_URL: given(Url.default('https://www.tiktok.com')).describe(
    'Origin of the TikTok authorization page',
  ),
  PARLEY_META_APP_ID: given(z.string().optional()).describe('Meta app id'),
  PARLEY_META_APP_SECRET: given(z.string().optional()).describe('Meta app secret: signs callbacks'),
  PARLEY_META_VERIFY_TOKEN: given(z.string().optional()).describe('Verify token of the Meta callback address'),
  PARLEY_META_GRAPH_VERSION: given(
    z
      .string()
      .regex(/^v\d+\.\d+$/, 'must be like v27.0')
      .default('v27.0'),
  ).describe('Graph API version'),
  PARLEY_META_LOGIN_CONFIG_ID: given(z.string().optional()).describe(
    'Configuration of Facebook Login for Business, which replaces the list of permissions in the dialog',
  ),
  PARLEY_META_SIGNUP_CONFIG_ID: given(z.string().optional()).describe(
    'Configuration of WhatsApp Embedded Signup, with which connect links connect wa numbers; unset: only the operator connects them',
  ),
  PARLEY_META_SIGNUP_EXTRAS: given(JsonObjectText.default('{"setup":{}}')).describe(
    'The object `extras` that Embedded Signup is opened with, as JSON',
  ),
  PARLEY_META_COEXISTENCE_CONFIG_ID: given(z.string().optional()).describe(
    'Second configuration of Embedded Signup, for numbers that stay on the WhatsApp Business app; unset: the page of a link does not offer it',
  ),
  PARLEY_META_COEXISTENCE_EXTRAS: given(JsonObjectText.default('{"setup":{}}')).describe(
    'The object `extras` of the second configuration, as JSON',
  ),
  PARLEY_META_SDK_URL: given(Url.default('https://connect.facebook.net/en_US/sdk.js')).describe(
    'Address of Facebook’s SDK for JavaScript, which only the page of Embedded Signup loads',
  ),
  PARLEY_INSTAGRAM_DIALOG_URL: given(Url.default('https://www.instagram.com')).describe(
    'Origin of the Instagram authorization page',
  ),
  PARLEY_INSTAGRAM_OAUTH_URL: given(Url.default('https://api.instagram.com')).describe(
    'Address where Instagram exchanges the code of an authorization',
  ),
  PARLEY_INSTAGRAM_GRAPH_URL: given(Url.default('https://graph.instagram.com')).describe(
    'Base address of the Graph API for accounts with Instagram Login',
  ),
  PARLEY_INSTAGRAM_APP_ID: given(z.string().optional()).describe(
    'Instagram app id: lets owners connect Instagram without a Facebook page (docs/how-to/set-up-instagram-login.md)',
  ),
  PARLEY_INSTAGRAM_APP_SECRET: given(z.string().optional()).describe('Instagram app secret: signs callbacks too'),
  PARLEY_INSTAGRAM_META_APP_SECRET: given(z.string().optional()).describe(
    'App secret of the Meta app that contains the Instagram product, when it is not PARLEY_META_APP_ID: some apps sign callbacks with it',
  ),
  PARLEY_INSTAGRAM_META_APP_ID: given(z.string().optional()).describe(
    'Id of the Meta app that contains the Instagram product, when it is not PARLEY_META_APP_ID: hand-overs of threads may name it',
  ),
  PARLEY_TIKTOK_APP_ID: given(z.string().optional()).describe('TikTok app id'),
  PARLEY_TIKTOK_APP_SECRET: given(z.string().optional()).describe('TikTok app secret'),
  PARLEY_TIKTOK_POLL_SECONDS: given(z.coerce.number().int().min(10).max(3600).default(120)).describe(
    'How often the comments of each TikTok account are fetched',
  ),
  PARLEY_ELIGIBLE_PLANS: given(z.string().default('any')).describe('any, or a list such as professional,enterprise'),
  PARLEY_PLAN_LIMITS: given(PlanLimitsText.optional()).describe(
    'How many keys and recipients a tenant may have, such as keys=50,recipients=100,enterprise.keys=500; default 50 and 100',
  ),
  PARLEY_PRICES: given(MessagePricesText.optional()).describe(
    'Price of one message by channel, and on wa by category of the template, such as wa=1,wa.marketing=3,wa.utility=0.5,tg=0.5; default 1 each',
  ),
  PARLEY_EVOLUTION_API: given(Flag.default(false)).describe(
    'true: programs that were written for Evolution API reach each tenant at {PARLEY_PUBLIC_URL}/{slug}/evolution (docs/reference/evolution.md)',
  ),
  PARLEY_EGRESS_ALLOW: given(z.string().optional()).describe(
    'CIDRs of private ranges that webhooks and media may reach, comma-separated',
  ),
  PARLEY_DNS_SERVERS: given(
    z
      .string()
      .regex(/^[\d.,: a-fA-F[\]]+$/, 'must be addresses such as 10.0.0.2 or 127.0.0.1:5353, comma-separated')
      .optional(),
  ).describe('Name servers, comma-separated; unset: the system’s'),
  PARLEY_WEBHOOK_RETRY_SCHEDULE: given(
    RetrySchedule.default([5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400]),
  ).describe('Seconds before each retry of a webhook, comma-separated'),
  PARLEY_WEBHOOK_LEASE_SECONDS: given(z.coerce.number().int().min(5).max(600).default(45)).describe(
    'How long the deliveries of a key wait when the worker that holds them dies; at least twice the time of an attempt is safe',
  ),
  PARLEY_PLATFORM_WEBHOOK_URL: given(z.url().optional()).describe(
    'Address of the platform webhook of the deployment, which is created at the first start; later the operator API changes it',
  ),
  PARLEY_PROVIDER_TIMEOUT_MS: given(z.coerce.number().int().min(100).max(60_000).default(20_000)).describe(
    'How long a provider may take for a send',
  ),
  PARLEY_CONFIRM_WAIT_SECONDS: given(z.coerce.number().int().min(1).max(86_400).default(900)).describe(
    'How long a send of unknown outcome waits for the receipt (wa, wd) or the echo (fb, ig, tt) that confirms it, before it fails and its credit is refunded',
  ),
  PARLEY_RETENTION_DAYS: given(z.coerce.number().int().min(1).max(36_500).optional()).describe(
    'Messages, their files and comments older than this are erased; unset: kept indefinitely. A tenant may have its own',
  ),
  PARLEY_UPLOAD_DIR: given(z.string().optional()).describe(
    'Directory of uploaded files, which every replica of services/files shares; unset: uploads below PARLEY_DATA_DIR',
  ),
  PARLEY_UPLOAD_S3_URL: given(Url.optional()).describe(
    'Uploaded files go to this S3-compatible store instead of a directory: its endpoint without the bucket, such as https://s3.eu-central-1.amazonaws.com',
  ),
  PARLEY_UPLOAD_S3_BUCKET: given(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
  ).describe('Its bucket; required with the endpoint'),
  PARLEY_UPLOAD_S3_REGION: given(
    z
      .string()
      .regex(/^[a-z0-9-]+$/, 'must be a region')
      .default('us-east-1'),
  ).describe('Its region, as requests are signed'),
  PARLEY_UPLOAD_S3_KEY_ID: given(z.string().optional()).describe('Access key there; required with the endpoint'),
  PARLEY_UPLOAD_S3_SECRET: given(z.string().optional()).describe('Its secret; required with the endpoint'),
  PARLEY_UPLOAD_MAX_MB: given(z.coerce.number().int().min(1).max(100).default(25)).describe(
    'Size of the largest file that can be uploaded',
  ),
  PARLEY_UPLOAD_TENANT_MB: given(z.coerce.number().int().min(1).max(10_000_000).default(10_000)).describe(
    'Maximum size of all uploaded files of a tenant',
  ),
  PARLEY_MEDIA_KEEP_DAYS: given(z.coerce.number().int().min(0).max(36_500).default(90)).describe(
    'Days for which copies of the files that customers send are kept with the uploaded files; 0: no copies, each file is requested from its platform every time',
  ),
  PARLEY_MEDIA_QUOTA_MB: given(z.coerce.number().int().min(1).max(10_000_000).default(5000)).describe(
    'Maximum size of all copies of a tenant; beyond it the oldest are removed first',
  ),
  PARLEY_SMTP_URL: given(SmtpUrl.optional()).describe(
    'Mail server of notifications: smtp[s]://user:password@host:port; unset: no mails, in npm start the sandbox',
  ),
  PARLEY_MAIL_FROM: given(z.email('must be an e-mail address').default('parley@localhost.example')).describe(
    'Sender of the mails',
  ),
  PARLEY_SMS_PROVIDER: given(z.enum(['twilio', 'unifonic', 'http']).optional()).describe(
    'Provider of the SMS of notifications; unset: no SMS, in npm start the sandbox',
  ),
  PARLEY_SMS_URL: given(Url.optional()).describe(
    'The address for http; for twilio and unifonic a base address other than their own',
  ),
  PARLEY_SMS_ACCOUNT: given(z.string().optional()).describe('Account SID (twilio) or AppSid (unifonic)'),
  PARLEY_SMS_SECRET: given(z.string().optional()).describe('Auth token (twilio), or the secret that signs (http)'),
  PARLEY_SMS_FROM: given(z.string().optional()).describe('Sender of the SMS'),
  PARLEY_SMS_COUNTRIES: given(CallingCodes.optional()).describe(
    'Calling codes that SMS of the deployment’s account may go to, comma-separated, such as +965,+966; unset: every country',
  ),
  PARLEY_MESSAGE_LIMITS: given(MessageLimitsText.optional()).describe(
    'Messages an hour and a day over the deployment’s mail server and SMS account, such as confirmation-sms.tenant=30/100,invitation.target=5/10; limits that are not named have their defaults',
  ),
  PARLEY_NOTIFY_GROUP_SECONDS: given(z.coerce.number().int().min(0).max(3600).default(300)).describe(
    'Facts of one kind within this many seconds are reported in one message',
  ),
  PARLEY_DISK_ALERT_MB: given(z.coerce.number().int().min(0).default(2048)).describe(
    'The operator’s recipients are notified when fewer MB of the disk of PARLEY_DATA_DIR are free, and no copies of customers’ files are made when fewer are free on the disk of the uploaded files; 0: neither',
  ),
  PARLEY_QUEUE_ALERT_SECONDS: given(z.coerce.number().int().min(0).default(900)).describe(
    'The operator’s recipients are notified when due work has waited for longer; 0: never',
  ),
  PARLEY_AI_OPENAI_KEY: given(AiKey.optional()).describe(
    'The deployment’s own key at OpenAI: bots may then have key_mode platform there; unset: not offered',
  ),
  PARLEY_AI_ANTHROPIC_KEY: given(AiKey.optional()).describe('The same at Anthropic'),
  PARLEY_AI_GOOGLE_KEY: given(AiKey.optional()).describe('The same at Google'),
  PARLEY_AI_OPENAI_URL: given(Url.optional()).describe(
    'Base address with its version at which the deployment’s key at OpenAI is used, such as a proxy; unset: the provider’s own',
  ),
  PARLEY_AI_ANTHROPIC_URL: given(Url.optional()).describe('The same for Anthropic'),
  PARLEY_AI_GOOGLE_URL: given(Url.optional()).describe('The same for Google'),
  PARLEY_AI_PRICES: given(z.string().optional()).describe(
    'Price list of AI models, as JSON or the path of a file with it (docs/reference/bot-replies.md#prices); unset: no costs are known',
  ),
  PARLEY_BOT_PRICE: given(
    z
      .string()
      .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be like 0.5')
      .default('1'),
  ).describe('Credits for a reply of a bot with key_mode platform, in addition to its messages'),
  PARLEY_TRUSTED_PROXIES: given(Networks.default([])).describe(
    'CIDRs of the proxies in front of the gateway, comma-separated: their Forwarded and X-Forwarded-For name the caller. Default none',
  ),
  PARLEY_MAX_UNPAIRED_SESSIONS: given(z.coerce.number().int().min(1).max(1000).default(20)).describe(
    'Sessions of linked devices that may wait for a phone at a time, per tenant, because all tenants share the places for linking',
  ),
  PARLEY_WD_GROUP_ADDS_PER_DAY: given(z.coerce.number().int().min(0).max(1000).default(20)).describe(
    'People that a linked device adds to groups in 24 hours; more is rate_limited, because the network bans numbers that add many people. 0: none',
  ),
  PARLEY_WD_PACE: given(z.enum(['gentle', 'off']).optional()).describe(
    'Pace at which linked devices write first to new people, because WhatsApp restricts numbers that do so a lot: gentle (10 a day for a link of up to two days, 20 up to a week, then 40), or off. Unset: gentle, off on an emulated network',
  ),
  PARLEY_METRICS_PORT: given(Port.optional()).describe(
    'Separate port for /metrics; unset: on the main port, for this machine only, and only while PARLEY_PUBLIC_URL is this machine',
  ),
  PARLEY_HEALTH_PORT: given(Port.optional()).describe(
    'Port for /healthz, /readyz and /metrics of a service that runs alone; `npm run cluster` gives each service process the next port',
  ),
  PARLEY_DRAIN_SECONDS: given(z.coerce.number().int().min(0).max(8).default(0)).describe(
    'How long a gateway that stops still accepts requests while /readyz is 503, so that a load balancer first stops sending requests: a little longer than the interval of its health check',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: given(Url.optional()).describe(
    'Base address of a receiver of OTLP over HTTP, such as http://collector:4318: traces and metrics go there (docs/operations/traces.md); unset: neither',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: given(OtlpHeaders.optional()).describe(
    'Headers for it, such as authorization=Bearer%20abc: names and percent-encoded values, comma-separated',
  ),
  OTEL_TRACES_SAMPLER_ARG: given(z.coerce.number().min(0).max(1).default(0.01)).describe(
    'Share of the requests that are traced, from 0 to 1',
  ),
  OTEL_METRICS_EXPORTER: given(z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp')).describe(
    'none: no metrics go to the receiver of OTLP, only traces',
  ),
  OTEL_METRIC_EXPORT_INTERVAL: given(z.coerce.number().int().min(1000).max(3_600_000).default(60_000)).describe(
    'Milliseconds between two exports of metrics to it',
  ),
  LOG_LEVEL: given(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info')).describe(
    'Log level',
  ),
});
export type Environment = z.infer<typeof Environment>;

/** Origin at which this machine itself reaches the gateway. */
export const localOriginOf = ({
  PARLEY_HOST: host,
  PARLEY_PORT: port,
}: Pick<Environment, 'PARLEY_HOST' | 'PARLEY_PORT'>): string => `http://${localAuthority(host, port)}`;

/** Origin that providers and browsers reach; default: this machine's (docs/reference/installation.md#environment). */
export const publicUrlOf = ({
  PARLEY_PUBLIC_URL: given,
  PARLEY_PORT: port,
}: Pick<Environment, 'PARLEY_PUBLIC_URL' | 'PARLEY_PORT'>): string => given ?? `http://localhost:${port}`;

/**
 * Parses the environment. Invalid values throw an error whose message has one sentence for each variable, and never a
 * value (it may be a secret).
 */
export function parseEnvironment(variables: Record<string, string | undefined>): Environment {
  const result = Environment.safeParse(variables, { error: ruleOf });
  if (result.success) {
    const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_READ_URL: readUrl } = result.data;
    if (directUrl !== undefined && url === undefined)
      throw new Error('DATABASE_DIRECT_URL: set DATABASE_URL, the address of the pooler, too');
    if (readUrl !== undefined && url === undefined)
      throw new Error('DATABASE_READ_URL: set DATABASE_URL, the address of its primary, too');
    return result.data;
  }
  throw new Error(describeVariables(result.error.issues));
}
