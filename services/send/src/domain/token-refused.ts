import type { HandedOver } from './channel-sender.ts';

/** Whether the provider refused the account's token: no send of the account can succeed. */
export const isTokenRefused = (outcome: HandedOver): outcome is Extract<HandedOver, { kind: 'refused' }> =>
  outcome.kind === 'refused' && outcome.channelBroken;
