import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SANDBOX_SMS } from '@parley/parley/one-machine/resolve-settings';
import { INSTAGRAM_PATH, SANDBOX_SEED } from '@parley/sandbox/seed';

const PROGRAM = fileURLToPath(new URL('../../../apps/sandbox/dist/main.js', import.meta.url));
const OWN_APP_ID = 'fault-test-app';
const OWN_SECRET = 'fault-test-app-secret';

/** The sandbox as a separate process: it survives a kill of the one-machine form, with all that it received. */
export function startOwnSandbox(
  port: number,
  smtpPort: number,
  origin: string,
): { variables: Record<string, string>; stop(): void } {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      PARLEY_SANDBOX: 'true',
      PARLEY_SANDBOX_PORT: String(port),
      PARLEY_SANDBOX_SMTP_PORT: String(smtpPort),
      PARLEY_PUBLIC_URL: origin,
      PARLEY_META_APP_ID: OWN_APP_ID,
      PARLEY_META_APP_SECRET: OWN_SECRET,
      PARLEY_INSTAGRAM_APP_ID: OWN_APP_ID,
      PARLEY_INSTAGRAM_APP_SECRET: OWN_SECRET,
      PARLEY_TIKTOK_APP_ID: OWN_APP_ID,
      PARLEY_TIKTOK_APP_SECRET: OWN_SECRET,
    },
    stdio: 'ignore',
  });
  return {
    variables: {
      PARLEY_SANDBOX: 'false',
      PARLEY_GRAPH_URL: url,
      PARLEY_TELEGRAM_URL: url,
      PARLEY_TIKTOK_URL: url,
      PARLEY_WHATSAPP_WEB_URL: `ws://127.0.0.1:${port}/ws/chat`,
      PARLEY_WHATSAPP_WEB_ROOT_KEY: SANDBOX_SEED.deviceNetwork.rootKey,
      PARLEY_META_DIALOG_URL: url,
      PARLEY_META_SDK_URL: `${url}/en_US/sdk.js`,
      PARLEY_META_SIGNUP_CONFIG_ID: SANDBOX_SEED.metaApp.signupConfigId,
      PARLEY_META_COEXISTENCE_CONFIG_ID: SANDBOX_SEED.metaApp.coexistenceConfigId,
      PARLEY_TIKTOK_DIALOG_URL: url,
      PARLEY_INSTAGRAM_DIALOG_URL: `${url}${INSTAGRAM_PATH}`,
      PARLEY_INSTAGRAM_OAUTH_URL: `${url}${INSTAGRAM_PATH}`,
      PARLEY_INSTAGRAM_GRAPH_URL: `${url}${INSTAGRAM_PATH}`,
      ...SANDBOX_SMS,
      PARLEY_SMS_URL: url,
      PARLEY_META_APP_ID: OWN_APP_ID,
      PARLEY_META_APP_SECRET: OWN_SECRET,
      PARLEY_INSTAGRAM_APP_ID: OWN_APP_ID,
      PARLEY_INSTAGRAM_APP_SECRET: OWN_SECRET,
      PARLEY_TIKTOK_APP_ID: OWN_APP_ID,
      PARLEY_TIKTOK_APP_SECRET: OWN_SECRET,
      PARLEY_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
    },
    stop: () => void child.kill('SIGTERM'),
  };
}
