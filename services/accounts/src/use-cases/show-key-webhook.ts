import { type CallContext, callerOf } from '@parley/common/call-context';
import type { webhook as contract } from '@parley/common/contracts/account/webhook';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { toKeyWebhook } from '../domain/key-webhook.ts';
import type { AccountsService } from '../service.ts';
import { findKeyWebhook } from '../storage/key-store.ts';

/** The webhook of the calling key (docs/reference/webhook-delivery.md#setting-it-with-the-key). Errors: invalid_api_key. */
export async function showKeyWebhook(
  { database }: AccountsService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { tenantId, instanceId } = callerOf(context);
  const found = await findKeyWebhook(database.prisma, tenantId, instanceId);
  // It was revoked after the gateway had cached it.
  if (!found) throw new AppError('invalid_api_key');
  return toKeyWebhook(found);
}
