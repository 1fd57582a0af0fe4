import { verb } from '@parley/bus/verb';
import { setDevicePace as contract } from '@parley/common/contracts/operator/linked-devices';
import { AppError } from '@parley/common/errors';
import type { PairingRecords } from '../records.ts';

/** Sets the pace of new chats of a linked device (docs/reference/wd.md#pace-of-new-chats). Errors: not_connected. */
export const setDevicePace = verb(
  contract,
  async ({ database }: Pick<PairingRecords, 'database'>, { accountId, pace }) => {
    const where = { id: accountId, isPaired: true, status: { not: 'deleted' } };
    const { count } = await database.prisma.device.updateMany({ where, data: { pace } });
    if (count === 0) throw new AppError('not_connected');
    return { accountId, pace };
  },
);
