import type { BusClient } from '@parley/bus/bus-client';
import { sendAccountMail } from '@parley/common/contracts/internal/send-account-mail';
import type { InputOf } from '@parley/common/define-contract';
import { makeId } from '@parley/common/ids';
import { takeMessageRoom } from '@parley/messaging/notify/reserve-message-quota';
import type { AccountsService } from '../service.ts';

/**
 * Has services/notifications send a mail with a link. False when no server accepted it, also while that service is
 * down.
 */
export const mailLink = (bus: Pick<BusClient, 'call'>, mail: InputOf<typeof sendAccountMail>): Promise<boolean> =>
  bus.call(sendAccountMail, mail, { requestId: makeId('req') }).then(
    ({ isTaken }) => isTaken,
    () => false,
  );

/** Counts a mail with a link (docs/reference/notifications.md#limits). Errors: rate_limited. */
export async function reserveMailQuota(
  { database, environment, now }: AccountsService,
  mail: { purpose: 'invitation' | 'password-reset'; tenantId: number; address: string },
): Promise<void> {
  const limits = environment.PARLEY_MESSAGE_LIMITS;
  await database.transaction((sql) => takeMessageRoom(sql, { ...mail, now: now() }, limits));
}
