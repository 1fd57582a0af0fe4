import { verb } from '@parley/bus/verb';
import { groupRequests as contract } from '@parley/common/contracts/groups/group-requests';
import type { OutputOf } from '@parley/common/define-contract';
import type { PairingService } from '../service.ts';
import { actOnGroups } from './group.steps.ts';

/** `?action=group-requests` (docs/reference/groups.md#requests-to-join). Errors: those of {@link actOnGroups}. */
export const listGroupRequests = verb(
  contract,
  async (service: PairingService, { from, groupId }, context): Promise<OutputOf<typeof contract>> => {
    const { requests } = await actOnGroups(service, context, from, { type: 'requests', group: groupId });
    return { ok: true, groupId, requests };
  },
);
