import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { listAttention as contract } from '@parley/common/contracts/console/workspace';
import type { AccountsService } from '../service.ts';
import { findAttention } from './find-attention.steps.ts';

/** Problems in the caller's workspace that need attention (docs/reference/console.md#home). */
export const listAttention = verb(contract, async (service: AccountsService, _input, context) => {
  return findAttention(service, memberOf(context).roles, tenantIdOf(context));
});
