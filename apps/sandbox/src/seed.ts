import { PAGE_SEED } from './providers/graph/state/seed-page.ts';
import { WHATSAPP_SEED } from './providers/graph/state/seed-whatsapp.ts';
import { DEVICE_NETWORK_SEED } from './providers/linked-devices/state/seed-device-network.ts';
import { BOT_SEED } from './providers/telegram/state/seed-bot.ts';
import { TIKTOK_SEED } from './providers/tiktok/state/seed-tiktok.ts';

/** The Meta app for authorizations, if none is configured. */
export const META_APP_SEED = {
  id: 'demo-meta-app',
  secret: 'sandbox-app-secret',
  verifyToken: 'sandbox-verify-token',
} as const;

/**
 * The apps and accounts of a fresh sandbox, with their ids and tokens. They are public, and give access to nothing
 * else.
 */
export const SANDBOX_SEED = {
  metaApp: META_APP_SEED,
  whatsapp: WHATSAPP_SEED,
  bot: BOT_SEED,
  page: PAGE_SEED,
  tiktok: TIKTOK_SEED,
  deviceNetwork: DEVICE_NETWORK_SEED,
} as const;
