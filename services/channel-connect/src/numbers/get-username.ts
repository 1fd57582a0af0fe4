import { verb } from '@parley/bus/verb';
import { getUsername as contract } from '@parley/common/contracts/console/usernames';
import { askProvider } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { findOwnNumber } from './number.steps.ts';

/**
 * The username of a number at Meta now, with suggestions; without these where Meta refuses them
 * (docs/reference/console.md#usernames). Errors: not_connected, graph_error, provider_timeout.
 */
export const getUsername = verb(contract, async (service: ChannelConnectService, { id }, context) => {
  const { phoneNumberId, token } = await findOwnNumber(service, context, id);
  const [{ value: known }, suggested] = await Promise.all([
    askProvider(() => service.graph.getUsername(phoneNumberId, token)),
    service.graph.listUsernameSuggestions(phoneNumberId, token),
  ]);
  return {
    username: known?.name ?? null,
    status: known?.status ?? null,
    suggestions: suggested.ok ? suggested.value : [],
  };
});
