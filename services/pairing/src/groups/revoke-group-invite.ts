import { verb } from '@parley/bus/verb';
import { revokeGroupInvite as contract } from '@parley/common/contracts/groups/group-invite';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import type { PairingService } from '../service.ts';
import { linkOf } from './group.rules.ts';
import { actOnGroups } from './group.steps.ts';

/** `?action=revoke-group-invite` (docs/reference/groups.md#invite-link). Errors: those of {@link actOnGroups}. */
export const revokeGroupInvite = verb(contract, (service: PairingService, { from, groupId }, context) =>
  withIdempotencyKey(service.answers, contract, context, async (): Promise<OutputOf<typeof contract>> => {
    const { code } = await actOnGroups(service, context, from, { type: 'invite', group: groupId, isRevoked: true });
    return { ok: true, groupId, inviteLink: linkOf(code) };
  }),
);
