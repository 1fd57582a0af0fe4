import { type CallContext, memberOf } from '@parley/common/call-context';
import type { deletePushSubscription as contract } from '@parley/common/contracts/console/push';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { NotificationsService } from '../service.ts';
import { removeSubscription } from '../storage/push-subscription-store.ts';

/** Ends the push notifications of the session's browser; it succeeds when there are none. */
export async function deletePushSubscription(
  { database }: NotificationsService,
  _input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  await removeSubscription(database, memberOf(context).sessionId);
  return { ok: true };
}
