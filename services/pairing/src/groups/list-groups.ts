import { verb } from '@parley/bus/verb';
import { groups as contract } from '@parley/common/contracts/groups/groups';
import type { OutputOf } from '@parley/common/define-contract';
import type { PairingService } from '../service.ts';
import { actOnGroups } from './group.steps.ts';

/** `?action=groups` (docs/reference/groups.md#list). Errors: those of {@link actOnGroups}. */
export const listGroups = verb(
  contract,
  async (service: PairingService, { from, limit, cursor }, context): Promise<OutputOf<typeof contract>> => {
    const act = { type: 'list', after: cursor ?? null, limit } as const;
    const { groups, hasMore } = await actOnGroups(service, context, from, act);
    return { ok: true, groups, nextCursor: hasMore ? (groups.at(-1)?.groupId ?? null) : null };
  },
);
