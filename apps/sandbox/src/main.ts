import { z } from 'zod';
import { SANDBOX_SEED } from './seed.ts';
import { startSandbox } from './start-sandbox.ts';

const { metaApp, instagramApp, tiktok } = SANDBOX_SEED;
const Environment = z.object({
  PARLEY_SANDBOX: z.literal(
    'true',
    'The sandbox starts with PARLEY_SANDBOX=true alone: it stands in for the providers.',
  ),
  PARLEY_SANDBOX_HOST: z.string().default('127.0.0.1'),
  /** The sandbox's names in a container network, comma-separated. */
  PARLEY_SANDBOX_NAMES: z
    .string()
    .default('')
    .transform((names) => names.split(',').filter(Boolean)),
  PARLEY_SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(8090),
  PARLEY_SANDBOX_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The directory in which its memory survives a restart. */
  PARLEY_SANDBOX_DATA_DIR: z.preprocess((value) => value || undefined, z.string().optional()),
  PARLEY_SANDBOX_PUBLIC_URL: z.preprocess((value) => value || undefined, z.url().optional()),
  /** The console's address for browsers, if it is not PARLEY_PUBLIC_URL. */
  PARLEY_SANDBOX_CONSOLE_URL: z.preprocess((value) => value || undefined, z.url().optional()),
  PARLEY_PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
  PARLEY_META_APP_ID: z.string().min(1).default(metaApp.id),
  PARLEY_META_APP_SECRET: z.string().min(1).default(metaApp.secret),
  PARLEY_META_VERIFY_TOKEN: z.string().min(1).default(metaApp.verifyToken),
  PARLEY_INSTAGRAM_APP_ID: z.string().min(1).default(instagramApp.id),
  PARLEY_INSTAGRAM_APP_SECRET: z.string().min(1).default(instagramApp.secret),
  PARLEY_TIKTOK_APP_ID: z.string().min(1).default(tiktok.appId),
  PARLEY_TIKTOK_APP_SECRET: z.string().min(1).default(tiktok.appSecret),
});

const environment = Environment.safeParse(process.env);
if (!environment.success) {
  process.stderr.write(`sandbox: ${z.prettifyError(environment.error)}\n`);
  process.exit(2);
}
const settings = environment.data;
const sandbox = await startSandbox({
  host: settings.PARLEY_SANDBOX_HOST,
  port: settings.PARLEY_SANDBOX_PORT,
  smtpPort: settings.PARLEY_SANDBOX_SMTP_PORT,
  callbackOrigin: settings.PARLEY_PUBLIC_URL,
  names: settings.PARLEY_SANDBOX_NAMES,
  publicUrl: settings.PARLEY_SANDBOX_PUBLIC_URL,
  consoleUrls: [settings.PARLEY_SANDBOX_CONSOLE_URL ?? settings.PARLEY_PUBLIC_URL],
  metaAppId: settings.PARLEY_META_APP_ID,
  metaAppSecret: settings.PARLEY_META_APP_SECRET,
  metaVerifyToken: settings.PARLEY_META_VERIFY_TOKEN,
  instagramAppId: settings.PARLEY_INSTAGRAM_APP_ID,
  instagramAppSecret: settings.PARLEY_INSTAGRAM_APP_SECRET,
  tiktokAppId: settings.PARLEY_TIKTOK_APP_ID,
  tiktokAppSecret: settings.PARLEY_TIKTOK_APP_SECRET,
  numbersFromClock: true,
  stateDirectory: settings.PARLEY_SANDBOX_DATA_DIR,
  say: (sentence) => process.stderr.write(`${sentence}\n`),
  logger: { warn: (fields, msg) => process.stderr.write(`${JSON.stringify({ level: 'warn', msg, ...fields })}\n`) },
});
process.stdout.write(`${JSON.stringify({ msg: 'sandbox listens', url: sandbox.url, smtp_url: sandbox.smtpUrl })}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
