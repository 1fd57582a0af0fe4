import { verb } from '@parley/bus/verb';
import { groupMembers as contract } from '@parley/common/contracts/groups/group-members';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import type { PairingService } from '../service.ts';
import { personResult, requireFewAdded } from './group.rules.ts';
import { actOnGroups } from './group.steps.ts';

/** `?action=group-members` (docs/reference/groups.md#members). Errors: invalid_members, those of {@link actOnGroups}. */
export const changeGroupMembers = verb(contract, (service: PairingService, input, context) => {
  const { from, groupId, change, members } = input;
  requireFewAdded(change, members);
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<OutputOf<typeof contract>> => {
    const { results } = await actOnGroups(service, context, from, {
      type: 'members',
      ...{ group: groupId, change, people: [...new Set(members)] },
    });
    return { ok: true, groupId, results: results.map((one) => personResult(one, change === 'add')) };
  });
});
