import { BOT_VARIABLES } from '../support/bots/bot-load.ts';

/** The variables of a system whose services are killed in sequence. */
export const KILL_VARIABLES = {
  ...BOT_VARIABLES,
  // Sends are slower while processes start; only one whose process dies may become unknown.
  PARLEY_PROVIDER_TIMEOUT_MS: '10000',
  // The receipt of a send whose answer came too late is late as well.
  PARLEY_CONFIRM_WAIT_SECONDS: '60',
};
