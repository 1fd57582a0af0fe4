import { verb } from '@parley/bus/verb';
import { deleteUsername as contract } from '@parley/common/contracts/console/usernames';
import { askProvider } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { findOwnNumber } from './number.steps.ts';

/**
 * Deletes the username of a number at Meta (docs/reference/console.md#usernames). Errors: not_connected, graph_error,
 * provider_timeout.
 */
export const deleteUsername = verb(contract, async (service: ChannelConnectService, { id }, context) => {
  const { accountId, phoneNumberId, token } = await findOwnNumber(service, context, id);
  try {
    await askProvider(() => service.graph.deleteUsername(phoneNumberId, token));
  } finally {
    service.askQuality.forget(accountId);
  }
  return { ok: true as const };
});
