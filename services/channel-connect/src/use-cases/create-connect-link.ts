import { type CallContext, callerOf } from '@parley/common/call-context';
import type { connectLink as contract } from '@parley/common/contracts/channels/connect-link';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { publicUrlOf } from '@parley/runtime/environment';
import { isRedirectAllowed } from '../adapters/check-redirect-url.ts';
import { toConsoleAddress } from '../domain/console-address.ts';
import { isDialogReady } from '../domain/dialog-url.ts';
import { hashSecret, makeSecret } from '../domain/secret.ts';
import type { ChannelConnectService } from '../service.ts';
import { saveLink } from '../storage/link-store.ts';

const VALID_MS = 30 * 60_000;

/**
 * Creates a link for an end customer, valid for 30 minutes and one authorization
 * (docs/reference/channels.md#connect-links). Errors: bad_redirect_url, service_unavailable when the operator has not
 * configured the provider's app.
 */
export async function createConnectLink(
  { environment, egress, database, now }: ChannelConnectService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { tenantId, instanceId } = callerOf(context);
  const { channel } = input;
  const publicUrl = publicUrlOf(environment);
  const redirectUrl = toConsoleAddress(input.redirectUrl, publicUrl);
  if (!(await isRedirectAllowed(egress, publicUrl, redirectUrl, instanceId))) throw new AppError('bad_redirect_url');
  if (!isDialogReady(environment, channel))
    throw new AppError('service_unavailable', {
      message: `The app that ${channel} is connected with is not set up on this server; ask its operator.`,
      retry_after: 60,
    });
  const token = makeSecret();
  const createdAt = now();
  await saveLink(database, {
    tokenHash: hashSecret(token),
    tenantId,
    instanceId,
    channel,
    redirectUrl,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + VALID_MS),
  });
  return { ok: true, channel, connectUrl: `${publicUrl}/connect/${token}`, redirectUrl };
}
