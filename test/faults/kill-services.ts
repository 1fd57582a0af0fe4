import { BOT_VARIABLES } from '../support/bot-load.ts';

/** The variables of a system whose services are killed one after the other. */
export const KILL_VARIABLES = {
  ...BOT_VARIABLES,
  // A send is slower than usual while processes start; only one whose process dies may become unknown.
  PARLEY_PROVIDER_TIMEOUT_MS: '10000',
};
