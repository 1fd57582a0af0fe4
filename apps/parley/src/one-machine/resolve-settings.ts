import { type Environment, parseEnvironment } from '@parley/common/environment';
import type { DataDirectory } from './data-directory.ts';

const LOOPBACK = '127.0.0.0/8,::1/128';

/** The apps that the sandbox lets be authorized, when none is configured. */
const DEMO_META_APP_ID = 'demo-meta-app';
const DEMO_TIKTOK_APP_ID = 'demo-tiktok-app';

/** Variables that say that a real (or the user's own) provider is to be used. */
const PROVIDER_VARIABLES = [
  'PARLEY_META_APP_SECRET',
  'PARLEY_GRAPH_URL',
  'PARLEY_TELEGRAM_URL',
  'PARLEY_TIKTOK_URL',
  'PARLEY_TIKTOK_APP_SECRET',
  'PARLEY_WHATSAPP_WEB_URL',
];

export interface Settings {
  environment: Environment;
  sandbox: boolean;
}

/**
 * The environment of the one-machine form: what is unset gets the value that makes `npm start` work alone, secrets come
 * from the data directory, and without any provider configured the sandbox stands in
 * (docs/reference/installation.md#environment).
 */
export function resolveSettings(variables: Record<string, string | undefined>, directory: DataDirectory): Settings {
  const given = parseEnvironment(variables);
  const providerConfigured = PROVIDER_VARIABLES.some((name) => variables[name]);
  const sandbox = given.PARLEY_SANDBOX ?? !providerConfigured;
  const { secrets } = directory;
  const sandboxUrl = `http://127.0.0.1:${given.PARLEY_SANDBOX_PORT}`;
  const forSandbox = sandbox
    ? {
        PARLEY_GRAPH_URL: variables.PARLEY_GRAPH_URL || sandboxUrl,
        PARLEY_TELEGRAM_URL: variables.PARLEY_TELEGRAM_URL || sandboxUrl,
        PARLEY_TIKTOK_URL: variables.PARLEY_TIKTOK_URL || sandboxUrl,
        PARLEY_WHATSAPP_WEB_URL:
          variables.PARLEY_WHATSAPP_WEB_URL || `ws://127.0.0.1:${given.PARLEY_SANDBOX_PORT}/ws/chat`,
        PARLEY_META_DIALOG_URL: variables.PARLEY_META_DIALOG_URL || sandboxUrl,
        PARLEY_TIKTOK_DIALOG_URL: variables.PARLEY_TIKTOK_DIALOG_URL || sandboxUrl,
        PARLEY_META_APP_ID: given.PARLEY_META_APP_ID ?? DEMO_META_APP_ID,
        PARLEY_META_APP_SECRET: given.PARLEY_META_APP_SECRET ?? secrets.metaAppSecret,
        PARLEY_META_VERIFY_TOKEN: given.PARLEY_META_VERIFY_TOKEN ?? secrets.metaVerifyToken,
        PARLEY_TIKTOK_APP_ID: given.PARLEY_TIKTOK_APP_ID ?? DEMO_TIKTOK_APP_ID,
        PARLEY_TIKTOK_APP_SECRET: given.PARLEY_TIKTOK_APP_SECRET ?? secrets.tiktokAppSecret,
        // The sandbox's own webhook receiver and files are on this machine.
        PARLEY_EGRESS_ALLOW: given.PARLEY_EGRESS_ALLOW ?? LOOPBACK,
      }
    : {};
  return {
    sandbox,
    environment: {
      ...given,
      PARLEY_ADMIN_TOKEN: given.PARLEY_ADMIN_TOKEN ?? secrets.adminToken,
      PARLEY_ENCRYPTION_KEYS: given.PARLEY_ENCRYPTION_KEYS ?? secrets.encryptionKeys,
      PARLEY_PUBLIC_URL: given.PARLEY_PUBLIC_URL ?? `http://localhost:${given.PARLEY_PORT}`,
      ...forSandbox,
    },
  };
}
