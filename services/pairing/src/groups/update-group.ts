import { verb } from '@parley/bus/verb';
import { updateGroup as contract } from '@parley/common/contracts/groups/update-group';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { changedParts } from '../devices/changed-parts.rules.ts';
import type { PairingService } from '../service.ts';
import { actOnGroups } from './group.steps.ts';

/** `?action=update-group` (docs/reference/groups.md#changing). Errors: invalid_remove, those of {@link actOnGroups}. */
export const updateGroup = verb(contract, (service: PairingService, input, context) => {
  const { from, groupId, subject, remove, settings = {} } = input;
  const { description } = changedParts({ description: input.description }, remove);
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<OutputOf<typeof contract>> => {
    const act = { type: 'update', group: groupId, subject, description, settings } as const;
    const { group } = await actOnGroups(service, context, from, act);
    return { ok: true, group };
  });
});
