import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { connectLink as contract } from '@parley/common/contracts/channels/connect-link';
import { AppError, invalidField } from '@parley/common/errors';
import { publicUrlOf } from '@parley/runtime/environment';
import type { ChannelConnectService } from '../service.ts';
import { isDialogReady } from './dialog.rules.ts';
import { toConsoleAddress } from './link.rules.ts';
import { makeLink } from './make-link.steps.ts';
import { isRedirectAllowed } from './send-back.steps.ts';

/**
 * Creates a link for an end customer, valid for 30 minutes and one authorization
 * (docs/reference/channels.md#connect-links). Errors: bad_redirect_url, service_unavailable when the operator has not
 * configured the provider's app.
 */
export const createConnectLink = verb(
  contract,
  async ({ environment, egress, database, now }: ChannelConnectService, input, context) => {
    const { tenantId, instanceId } = callerOf(context);
    const { channel, via = null } = input;
    if (via !== null && channel !== 'ig') throw invalidField('via', 'via is for the channel ig alone; leave it out.');
    const publicUrl = publicUrlOf(environment);
    const redirectUrl = toConsoleAddress(input.redirectUrl, publicUrl);
    if (!(await isRedirectAllowed(egress, publicUrl, redirectUrl, instanceId))) throw new AppError('bad_redirect_url');
    if (!isDialogReady(environment, { channel, via }))
      throw new AppError('service_unavailable', {
        message: `The app that ${channel}${via === null ? '' : ` by ${via}`} is connected with is not set up on this server; ask its operator.`,
        retry_after: 60,
      });
    const connectUrl = await makeLink(
      { database, now, publicUrl },
      { tenantId, instanceId, channel, via, redirectUrl },
    );
    return { ok: true, channel, connectUrl, redirectUrl };
  },
);
