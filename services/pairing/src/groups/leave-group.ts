import { verb } from '@parley/bus/verb';
import { leaveGroup as contract } from '@parley/common/contracts/groups/leave-group';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import type { PairingService } from '../service.ts';
import { actOnGroups } from './group.steps.ts';

/** `?action=leave-group` (docs/reference/groups.md#leaving). Errors: those of {@link actOnGroups}. */
export const leaveGroup = verb(contract, (service: PairingService, { from, groupId }, context) =>
  withIdempotencyKey(service.answers, contract, context, async (): Promise<OutputOf<typeof contract>> => {
    await actOnGroups(service, context, from, { type: 'leave', group: groupId });
    return { ok: true, groupId };
  }),
);
