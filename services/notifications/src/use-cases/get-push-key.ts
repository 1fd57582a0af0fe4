import type { getPushKey as contract } from '@parley/common/contracts/console/push';
import type { OutputOf } from '@parley/common/define-contract';
import type { NotificationsService } from '../service.ts';
import { readPushKeys } from './read-push-keys.ts';

/** The public key that browsers subscribe with. */
export async function getPushKey(service: NotificationsService): Promise<OutputOf<typeof contract>> {
  const { publicKey } = await readPushKeys(service);
  return { publicKey };
}
