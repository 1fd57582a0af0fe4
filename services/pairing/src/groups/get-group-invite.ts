import { verb } from '@parley/bus/verb';
import { groupInvite as contract } from '@parley/common/contracts/groups/group-invite';
import type { OutputOf } from '@parley/common/define-contract';
import type { PairingService } from '../service.ts';
import { linkOf } from './group.rules.ts';
import { actOnGroups } from './group.steps.ts';

/** `?action=group-invite` (docs/reference/groups.md#invite-link). Errors: those of {@link actOnGroups}. */
export const getGroupInvite = verb(
  contract,
  async (service: PairingService, { from, groupId }, context): Promise<OutputOf<typeof contract>> => {
    const { code } = await actOnGroups(service, context, from, { type: 'invite', group: groupId, isRevoked: false });
    return { ok: true, groupId, inviteLink: linkOf(code) };
  },
);
