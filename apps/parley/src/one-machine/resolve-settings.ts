import { type Environment, localOriginOf, parseEnvironment, publicUrlOf } from '@parley/runtime/environment';
import { INSTAGRAM_PATH, SANDBOX_SEED } from '@parley/sandbox/seed';
import { DEMO_LIMITS, refuseInDemo } from '../public-demo/demo-settings.ts';
import type { DataDirectory } from './data-directory.ts';

const LOOPBACK = '127.0.0.0/8,::1/128';

/** The sandbox emulates Twilio, for any account. */
export const SANDBOX_SMS = {
  PARLEY_SMS_PROVIDER: 'twilio',
  PARLEY_SMS_ACCOUNT: 'AC-sandbox',
  PARLEY_SMS_SECRET: 'sandbox',
  PARLEY_SMS_FROM: 'Parley',
} as const;
const SANDBOX_GROUP_SECONDS = 5;
/** Values of PARLEY_HOST with which `localhost` reaches the gateway. */
const ANSWERS_LOCALHOST: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '0.0.0.0', '::1', '::']);

/** Variables that select a provider other than the sandbox. */
const PROVIDER_VARIABLES = [
  'PARLEY_META_APP_SECRET',
  'PARLEY_GRAPH_URL',
  'PARLEY_TELEGRAM_URL',
  'PARLEY_TIKTOK_URL',
  'PARLEY_TIKTOK_APP_SECRET',
  'PARLEY_INSTAGRAM_APP_SECRET',
  'PARLEY_INSTAGRAM_GRAPH_URL',
  'PARLEY_WHATSAPP_WEB_URL',
];

export interface Settings {
  environment: Environment;
  sandbox: boolean;
}

/**
 * The environment of the one-machine form: unset variables get values with which `npm start` works alone, secrets come
 * from the data directory, and without a configured provider the sandbox is used
 * (docs/reference/installation.md#environment).
 */
export function resolveSettings(variables: Record<string, string | undefined>, directory: DataDirectory): Settings {
  const given = parseEnvironment(variables);
  const providerConfigured = PROVIDER_VARIABLES.some((name) => variables[name]);
  if (given.PARLEY_DEMO) refuseInDemo(variables);
  const sandbox = given.PARLEY_DEMO || (given.PARLEY_SANDBOX ?? !providerConfigured);
  const { secrets } = directory;
  const sandboxUrl = `http://127.0.0.1:${given.PARLEY_SANDBOX_PORT}`;
  const forSandbox = sandbox
    ? {
        PARLEY_GRAPH_URL: variables.PARLEY_GRAPH_URL || sandboxUrl,
        PARLEY_TELEGRAM_URL: variables.PARLEY_TELEGRAM_URL || sandboxUrl,
        PARLEY_TIKTOK_URL: variables.PARLEY_TIKTOK_URL || sandboxUrl,
        PARLEY_WHATSAPP_WEB_URL:
          variables.PARLEY_WHATSAPP_WEB_URL || `ws://127.0.0.1:${given.PARLEY_SANDBOX_PORT}/ws/chat`,
        PARLEY_WHATSAPP_WEB_ROOT_KEY:
          given.PARLEY_WHATSAPP_WEB_ROOT_KEY ??
          (variables.PARLEY_WHATSAPP_WEB_URL ? undefined : SANDBOX_SEED.deviceNetwork.rootKey),
        PARLEY_SANDBOX_PUBLIC_URL: given.PARLEY_SANDBOX_PUBLIC_URL ?? sandboxUrl,
        PARLEY_META_DIALOG_URL: variables.PARLEY_META_DIALOG_URL || sandboxUrl,
        PARLEY_META_SDK_URL: variables.PARLEY_META_SDK_URL || `${sandboxUrl}/en_US/sdk.js`,
        PARLEY_META_SIGNUP_CONFIG_ID: given.PARLEY_META_SIGNUP_CONFIG_ID ?? SANDBOX_SEED.metaApp.signupConfigId,
        PARLEY_META_COEXISTENCE_CONFIG_ID:
          given.PARLEY_META_COEXISTENCE_CONFIG_ID ?? SANDBOX_SEED.metaApp.coexistenceConfigId,
        PARLEY_TIKTOK_DIALOG_URL: variables.PARLEY_TIKTOK_DIALOG_URL || sandboxUrl,
        PARLEY_META_APP_ID: given.PARLEY_META_APP_ID ?? SANDBOX_SEED.metaApp.id,
        PARLEY_META_APP_SECRET: given.PARLEY_META_APP_SECRET ?? secrets.metaAppSecret,
        PARLEY_META_VERIFY_TOKEN: given.PARLEY_META_VERIFY_TOKEN ?? secrets.metaVerifyToken,
        PARLEY_INSTAGRAM_DIALOG_URL: variables.PARLEY_INSTAGRAM_DIALOG_URL || `${sandboxUrl}${INSTAGRAM_PATH}`,
        PARLEY_INSTAGRAM_OAUTH_URL: variables.PARLEY_INSTAGRAM_OAUTH_URL || `${sandboxUrl}${INSTAGRAM_PATH}`,
        PARLEY_INSTAGRAM_GRAPH_URL: variables.PARLEY_INSTAGRAM_GRAPH_URL || `${sandboxUrl}${INSTAGRAM_PATH}`,
        PARLEY_INSTAGRAM_APP_ID: given.PARLEY_INSTAGRAM_APP_ID ?? SANDBOX_SEED.instagramApp.id,
        PARLEY_INSTAGRAM_APP_SECRET: given.PARLEY_INSTAGRAM_APP_SECRET ?? secrets.instagramAppSecret,
        PARLEY_TIKTOK_APP_ID: given.PARLEY_TIKTOK_APP_ID ?? SANDBOX_SEED.tiktok.appId,
        PARLEY_TIKTOK_APP_SECRET: given.PARLEY_TIKTOK_APP_SECRET ?? secrets.tiktokAppSecret,
        ...(given.PARLEY_SMS_PROVIDER ? {} : { ...SANDBOX_SMS, PARLEY_SMS_URL: sandboxUrl }),
        // A person who tries it out should not wait minutes for a mail.
        PARLEY_NOTIFY_GROUP_SECONDS: variables.PARLEY_NOTIFY_GROUP_SECONDS
          ? given.PARLEY_NOTIFY_GROUP_SECONDS
          : SANDBOX_GROUP_SECONDS,
        // The sandbox's own webhook receiver and files are on this machine.
        PARLEY_EGRESS_ALLOW: given.PARLEY_EGRESS_ALLOW ?? LOOPBACK,
        ...(given.PARLEY_DEMO ? { ...DEMO_LIMITS, PARLEY_SANDBOX_PUBLIC_URL: publicUrlOf(given) } : {}),
      }
    : {};
  return {
    sandbox,
    environment: {
      ...given,
      PARLEY_SANDBOX: sandbox,
      PARLEY_ADMIN_TOKEN: given.PARLEY_ADMIN_TOKEN ?? secrets.adminToken,
      PARLEY_ENCRYPTION_KEYS: given.PARLEY_ENCRYPTION_KEYS ?? secrets.encryptionKeys,
      // `localhost` does not reach a server that listens on one address of a network.
      PARLEY_PUBLIC_URL:
        given.PARLEY_PUBLIC_URL ??
        (ANSWERS_LOCALHOST.has(given.PARLEY_HOST) ? publicUrlOf(given) : localOriginOf(given)),
      ...forSandbox,
    },
  };
}
