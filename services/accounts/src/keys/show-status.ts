import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { status as contract } from '@parley/common/contracts/account/status';
import type { AccountsService } from '../service.ts';
import { readBalance } from '../usage/credit.store.ts';

/** State of the key and its account (docs/reference/channels.md#status). */
export const showStatus = verb(contract, async ({ database }: AccountsService, _input, context) => {
  const { tenantId, instanceId, channels } = callerOf(context);
  return { ok: true, instanceId, channels, balance: Number(await readBalance(database.prisma, tenantId)) };
});
