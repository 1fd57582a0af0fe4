import { verb } from '@parley/bus/verb';
import { getPushKey as contract } from '@parley/common/contracts/console/push';
import type { NotificationsService } from '../service.ts';
import { readPushKeys } from './push.steps.ts';

/** The public key that browsers subscribe with. */
export const getPushKey = verb(contract, async (service: NotificationsService) => {
  const { publicKey } = await readPushKeys(service);
  return { publicKey };
});
