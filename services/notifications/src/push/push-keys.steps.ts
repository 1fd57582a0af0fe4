import { makePushKeys, type PushKeys } from '@parley/providers/push/push-client';
import type { NotificationsService } from '../service.ts';
import { findPushKey, keepPushKey } from './push-subscription.store.ts';

const PURPOSE = 'push_keys.private_key';

/** The key pair of the deployment, created when it is first needed. */
export async function readPushKeys({
  database: { prisma },
  cipher,
}: Pick<NotificationsService, 'database' | 'cipher'>): Promise<PushKeys> {
  const found = await findPushKey(prisma);
  if (found) return { ...found, privateKey: cipher.decrypt(found.privateKey, PURPOSE) };
  const made = await makePushKeys();
  const kept = await keepPushKey(prisma, { ...made, privateKey: cipher.encrypt(made.privateKey, PURPOSE) });
  return { ...kept, privateKey: cipher.decrypt(kept.privateKey, PURPOSE) };
}
