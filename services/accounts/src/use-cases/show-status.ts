import { type CallContext, callerOf } from '@parley/common/call-context';
import type { status } from '@parley/common/contracts/account/status';
import type { OutputOf } from '@parley/common/define-contract';

export interface ShowStatusDeps {
  /** The exact decimal. */
  readBalance(tenantId: number): Promise<string>;
}

/** Key and account at a glance (docs/reference/channels.md#status). */
export function makeShowStatus({ readBalance }: ShowStatusDeps) {
  return async (context: CallContext): Promise<OutputOf<typeof status>> => {
    const { tenant_id, instance_id, channels } = callerOf(context);
    return { ok: true, instance_id, channels, balance: Number(await readBalance(tenant_id)) };
  };
}
