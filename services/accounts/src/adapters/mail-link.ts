import type { BusClient } from '@parley/bus/bus-client';
import { sendAccountMail } from '@parley/common/contracts/internal/send-account-mail';
import type { InputOf } from '@parley/common/define-contract';
import { makeId } from '@parley/common/ids';

/**
 * Has services/notifications send a mail with a link. False when no server accepted it, also while that service is
 * down.
 */
export const mailLink = (bus: Pick<BusClient, 'call'>, mail: InputOf<typeof sendAccountMail>): Promise<boolean> =>
  bus.call(sendAccountMail, mail, { requestId: makeId('req') }).then(
    ({ isTaken }) => isTaken,
    () => false,
  );
