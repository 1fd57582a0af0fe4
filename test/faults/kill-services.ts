import { BOT_PRICE, PLATFORM_KEY } from '../support/bot-load.ts';

/** The variables of a system whose services are killed one after the other. */
export const KILL_VARIABLES = {
  PARLEY_AI_OPENAI_KEY: PLATFORM_KEY,
  PARLEY_BOT_PRICE: String(BOT_PRICE),
  // A send is slower than usual while processes start; only one whose process dies may become unknown.
  PARLEY_PROVIDER_TIMEOUT_MS: '10000',
};
