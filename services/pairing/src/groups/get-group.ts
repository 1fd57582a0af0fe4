import { verb } from '@parley/bus/verb';
import { group as contract } from '@parley/common/contracts/groups/group';
import type { OutputOf } from '@parley/common/define-contract';
import type { PairingService } from '../service.ts';
import { actOnGroups } from './group.steps.ts';

/** `?action=group` (docs/reference/groups.md#one-group). Errors: those of {@link actOnGroups}. */
export const getGroup = verb(
  contract,
  async (service: PairingService, { from, groupId }, context): Promise<OutputOf<typeof contract>> => {
    const { group } = await actOnGroups(service, context, from, { type: 'get', group: groupId });
    return { ok: true, group };
  },
);
