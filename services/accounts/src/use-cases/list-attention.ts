import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import type { listAttention as contract } from '@parley/common/contracts/console/workspace';
import type { OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { findAttention } from './find-attention.ts';

/** What the caller should look at in their workspace (docs/reference/console.md#home). */
export async function listAttention(
  service: AccountsService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  return findAttention(service, memberOf(context).roles, tenantIdOf(context));
}
