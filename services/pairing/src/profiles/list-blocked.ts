import { verb } from '@parley/bus/verb';
import { blockList as contract } from '@parley/common/contracts/profiles/block-list';
import type { OutputOf } from '@parley/common/define-contract';
import type { PairingService } from '../service.ts';
import { actOnProfile } from './profile.steps.ts';

/** `?action=block-list` (docs/reference/profiles.md#block-list). Errors: those of {@link actOnProfile}. */
export const listBlocked = verb(
  contract,
  async (
    service: PairingService,
    { from, limit, cursor, address: only },
    context,
  ): Promise<OutputOf<typeof contract>> => {
    const act = { type: 'blocked', after: cursor ?? null, limit, ...(only !== undefined && { only }) } as const;
    const { people, next } = await actOnProfile(service, context, from, act);
    return { ok: true, blocked: people, nextCursor: next };
  },
);
