import { z } from 'zod';
import { startSandbox } from './start-sandbox.ts';

const Environment = z.object({
  PARLEY_SANDBOX_HOST: z.string().default('127.0.0.1'),
  PARLEY_SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(8090),
  PARLEY_PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
  PARLEY_META_APP_ID: z.string().min(1).default('demo-meta-app'),
  PARLEY_META_APP_SECRET: z.string().min(1).default('sandbox-app-secret'),
  PARLEY_META_VERIFY_TOKEN: z.string().min(1).default('sandbox-verify-token'),
  PARLEY_TIKTOK_APP_ID: z.string().min(1).default('demo-tiktok-app'),
  PARLEY_TIKTOK_APP_SECRET: z.string().min(1).default('sandbox-tiktok-secret'),
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
  callbackOrigin: settings.PARLEY_PUBLIC_URL,
  metaAppId: settings.PARLEY_META_APP_ID,
  metaAppSecret: settings.PARLEY_META_APP_SECRET,
  metaVerifyToken: settings.PARLEY_META_VERIFY_TOKEN,
  tiktokAppId: settings.PARLEY_TIKTOK_APP_ID,
  tiktokAppSecret: settings.PARLEY_TIKTOK_APP_SECRET,
  logger: { warn: (fields, msg) => process.stderr.write(`${JSON.stringify({ level: 'warn', msg, ...fields })}\n`) },
});
process.stdout.write(`${JSON.stringify({ msg: 'sandbox listens', url: sandbox.url })}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
