import { verb } from '@parley/bus/verb';
import { memberOf } from '@parley/common/call-context';
import { deletePushSubscription as contract } from '@parley/common/contracts/console/push';
import type { NotificationsService } from '../service.ts';
import { removeSubscription } from './push.store.ts';

/** Ends the push notifications of the session's browser; it succeeds when there are none. */
export const deletePushSubscription = verb(contract, async ({ database }: NotificationsService, _input, context) => {
  await removeSubscription(database, memberOf(context).sessionId);
  return { ok: true };
});
