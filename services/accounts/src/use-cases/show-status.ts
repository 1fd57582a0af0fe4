import { type CallContext, callerOf } from '@parley/common/call-context';
import type { status as contract } from '@parley/common/contracts/account/status';
import type { OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { readBalance } from '../storage/credit-store.ts';

/** State of the key and its account (docs/reference/channels.md#status). */
export async function showStatus(
  { database }: AccountsService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { tenantId, instanceId, channels } = callerOf(context);
  return { ok: true, instanceId, channels, balance: Number(await readBalance(database.prisma, tenantId)) };
}
