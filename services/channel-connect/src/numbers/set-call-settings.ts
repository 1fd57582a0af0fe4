import { verb } from '@parley/bus/verb';
import { setCallSettings as contract } from '@parley/common/contracts/console/call-settings';
import { askProvider } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { toCallHours } from './call-hours.rules.ts';
import { findOwnNumber } from './number.steps.ts';

/**
 * Changes the settings of calls at Meta, which alone has them: the same call again changes nothing
 * (docs/reference/console.md#call-settings). Meta replaces the hours as a whole, so those that it has are read first.
 * Errors: not_connected, invalid_hours, graph_error, provider_timeout.
 */
export const setCallSettings = verb(contract, async (service: ChannelConnectService, { id, ...given }, context) => {
  const { accountId, phoneNumberId, token } = await findOwnNumber(service, context, id);
  const { value: known } = await askProvider(() => service.graph.getCallSettings(phoneNumberId, token));
  const kept = known?.hours ?? null;
  const hours = given.hours === null ? kept && { ...kept, isOn: false } : toCallHours(given.hours, kept);
  try {
    await askProvider(() => service.graph.setCallSettings(phoneNumberId, token, { ...given, hours }));
  } finally {
    // Also after a failure: an answer that was lost may have been a success.
    service.askQuality.forget(accountId);
  }
  return { id, ...given };
});
