import type { Environment } from '@parley/runtime/environment';
import { providerAgent } from '../egress/provider-agent.ts';

type Common = Pick<Environment, 'PARLEY_PROVIDER_TIMEOUT_MS' | 'PARLEY_DNS_SERVERS'>;
type Graph = Pick<Environment, 'PARLEY_GRAPH_URL' | 'PARLEY_META_GRAPH_VERSION' | 'PARLEY_META_APP_SECRET'>;
type Tiktok = Pick<Environment, 'PARLEY_TIKTOK_URL' | 'PARLEY_TIKTOK_APP_ID' | 'PARLEY_TIKTOK_APP_SECRET'>;

const commonOptions = (environment: Common) => ({
  timeoutMs: environment.PARLEY_PROVIDER_TIMEOUT_MS,
  dispatcher: providerAgent(environment.PARLEY_DNS_SERVERS),
});

/** Options of a Graph client from the environment. */
export const graphOptions = (environment: Common & Graph) => ({
  ...commonOptions(environment),
  baseUrl: environment.PARLEY_GRAPH_URL,
  version: environment.PARLEY_META_GRAPH_VERSION,
  appSecret: environment.PARLEY_META_APP_SECRET,
});

type Instagram = Pick<
  Environment,
  | 'PARLEY_INSTAGRAM_GRAPH_URL'
  | 'PARLEY_INSTAGRAM_OAUTH_URL'
  | 'PARLEY_INSTAGRAM_APP_ID'
  | 'PARLEY_INSTAGRAM_APP_SECRET'
  | 'PARLEY_META_GRAPH_VERSION'
>;

/** Options of the client for accounts with Instagram Login from the environment. */
export const instagramOptions = (environment: Common & Instagram) => ({
  ...commonOptions(environment),
  baseUrl: environment.PARLEY_INSTAGRAM_GRAPH_URL,
  oauthUrl: environment.PARLEY_INSTAGRAM_OAUTH_URL,
  version: environment.PARLEY_META_GRAPH_VERSION,
  appId: environment.PARLEY_INSTAGRAM_APP_ID,
  appSecret: environment.PARLEY_INSTAGRAM_APP_SECRET,
});

/** Options of a Telegram client from the environment. */
export const telegramOptions = (environment: Common & Pick<Environment, 'PARLEY_TELEGRAM_URL'>) => ({
  ...commonOptions(environment),
  baseUrl: environment.PARLEY_TELEGRAM_URL,
});

/** Options of a TikTok client from the environment. */
export const tiktokOptions = (environment: Common & Tiktok) => ({
  ...commonOptions(environment),
  baseUrl: environment.PARLEY_TIKTOK_URL,
  appId: environment.PARLEY_TIKTOK_APP_ID,
  appSecret: environment.PARLEY_TIKTOK_APP_SECRET,
});
