import { verb } from '@parley/bus/verb';
import { setUsername as contract } from '@parley/common/contracts/console/usernames';
import { retryRefused } from '@parley/providers/http/retry-refused';
import { providerError } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { findOwnNumber } from './number.steps.ts';
import { usernameError } from './username.rules.ts';

/**
 * Reserves a username at Meta, which alone has it: after a lost answer the same call again changes nothing
 * (docs/reference/console.md#usernames). Errors: not_connected, username_refused, username_on_other_number, graph_error,
 * provider_timeout.
 */
export const setUsername = verb(contract, async (service: ChannelConnectService, { id, username, move }, context) => {
  const { accountId, phoneNumberId, token } = await findOwnNumber(service, context, id);
  const set = await retryRefused(() => service.graph.setUsername(phoneNumberId, token, { username, move }));
  // Also after a failure: an answer that was lost may have been a success.
  service.askQuality.forget(accountId);
  if (!set.ok) throw usernameError(set.failure.provider) ?? providerError(set.failure);
  return { id, username, status: set.value };
});
