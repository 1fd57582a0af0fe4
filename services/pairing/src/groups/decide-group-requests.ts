import { verb } from '@parley/bus/verb';
import { decideGroupRequests as contract } from '@parley/common/contracts/groups/group-requests';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import type { PairingService } from '../service.ts';
import { personResult } from './group.rules.ts';
import { actOnGroups } from './group.steps.ts';

/** `?action=decide-group-requests` (docs/reference/groups.md#requests-to-join). Errors: those of {@link actOnGroups}. */
export const decideGroupRequests = verb(contract, (service: PairingService, input, context) => {
  const { from, groupId, decision, members } = input;
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<OutputOf<typeof contract>> => {
    const { results } = await actOnGroups(service, context, from, {
      type: 'decide',
      ...{ group: groupId, decision, people: [...new Set(members)] },
    });
    return { ok: true, groupId, results: results.map((one) => personResult(one, false)) };
  });
});
