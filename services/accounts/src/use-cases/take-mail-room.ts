import { takeMessageRoom } from '@parley/messaging/notify/take-message-room';
import type { AccountsService } from '../service.ts';

/** Counts a mail with a link (docs/reference/notifications.md#limits). Errors: rate_limited. */
export async function takeMailRoom(
  { database, environment, now }: AccountsService,
  mail: { purpose: 'invitation' | 'password-reset'; tenantId: number; address: string },
): Promise<void> {
  const limits = environment.PARLEY_MESSAGE_LIMITS;
  await database.transaction((sql) => takeMessageRoom(sql, { ...mail, now: now() }, limits));
}
