import { INSTAGRAM_APP_SEED } from './providers/graph/state/instagram-login.ts';
import { PAGE_SEED } from './providers/graph/state/seed-page.ts';
import { WHATSAPP_SEED } from './providers/graph/state/seed-whatsapp.ts';
import { COEXISTENCE_CONFIG_ID } from './providers/graph/wire/signup/signup-dialog.ts';
import { DEVICE_NETWORK_SEED } from './providers/linked-devices/state/seed-device-network.ts';
import { BOT_SEED } from './providers/telegram/state/bot.ts';
import { TIKTOK_SEED } from './providers/tiktok/state/tiktok-account.ts';

/** The Meta app for authorizations, if none is configured. */
export const META_APP_SEED = {
  id: 'demo-meta-app',
  /** Any other configuration is accepted too. */
  signupConfigId: '1000000000000001',
  /** The configuration for numbers that stay on the WhatsApp Business app. */
  coexistenceConfigId: COEXISTENCE_CONFIG_ID,
  secret: 'sandbox-app-secret',
  verifyToken: 'sandbox-verify-token',
} as const;

/** The path below which the sandbox has the three hosts of Instagram: on one origin their paths are those of Graph. */
export const INSTAGRAM_PATH = '/instagram';

/**
 * The apps and accounts of a fresh sandbox, with their ids and tokens. They are public, and give access to nothing
 * else.
 */
export const SANDBOX_SEED = {
  metaApp: META_APP_SEED,
  instagramApp: INSTAGRAM_APP_SEED,
  whatsapp: WHATSAPP_SEED,
  bot: BOT_SEED,
  page: PAGE_SEED,
  tiktok: TIKTOK_SEED,
  deviceNetwork: DEVICE_NETWORK_SEED,
} as const;
