import { verb } from '@parley/bus/verb';
import { joinGroup as contract } from '@parley/common/contracts/groups/group-invite';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import type { PairingService } from '../service.ts';
import { codeOf, groupError, inviteError, isFailure } from './group.rules.ts';
import { tryOnGroups } from './group.steps.ts';

/** `?action=join-group` (docs/reference/groups.md#joining). Errors: invalid_invite, group_full, those of the network. */
export const joinGroup = verb(contract, (service: PairingService, { from, invite }, context) =>
  withIdempotencyKey(service.answers, contract, context, async (): Promise<OutputOf<typeof contract>> => {
    const outcome = await tryOnGroups(service, context, from, { type: 'join', code: codeOf(invite) });
    if (isFailure(outcome)) throw inviteError(outcome) ?? groupError(outcome);
    const groupId = outcome.outcome === 'joined' ? outcome.group : null;
    return { ok: true, groupId, pending: groupId === null };
  }),
);
