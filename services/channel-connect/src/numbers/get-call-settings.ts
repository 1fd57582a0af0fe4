import { verb } from '@parley/bus/verb';
import { getCallSettings as contract } from '@parley/common/contracts/console/call-settings';
import { askProvider } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { fromCallHours } from './call-hours.rules.ts';
import { findOwnNumber } from './number.steps.ts';

/**
 * The settings of calls at Meta now; calls are off, and the button is shown, where Meta does not say
 * (docs/reference/console.md#call-settings). Errors: not_connected, graph_error, provider_timeout.
 */
export const getCallSettings = verb(contract, async (service: ChannelConnectService, { id }, context) => {
  const { phoneNumberId, token } = await findOwnNumber(service, context, id);
  const { value: known } = await askProvider(() => service.graph.getCallSettings(phoneNumberId, token));
  return {
    isOn: known?.isOn ?? false,
    isIconShown: known?.isIconShown ?? true,
    asksPermission: known?.asksPermission ?? false,
    hours: fromCallHours(known?.hours ?? null),
    holidays: known?.hours?.holidays.length ?? 0,
  };
});
