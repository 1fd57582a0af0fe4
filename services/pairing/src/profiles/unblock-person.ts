import { verb } from '@parley/bus/verb';
import { unblockPerson as contract } from '@parley/common/contracts/profiles/block-list';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import type { PairingService } from '../service.ts';
import { actOnProfile } from './profile.steps.ts';

/** `?action=unblock-person` (docs/reference/profiles.md#block-list). Errors: those of {@link actOnProfile}. */
export const unblockPerson = verb(contract, (service: PairingService, { from, address }, context) =>
  withIdempotencyKey(service.answers, contract, context, async (): Promise<OutputOf<typeof contract>> => {
    const done = await actOnProfile(service, context, from, { type: 'unblock', address });
    return { ok: true, address: done.address };
  }),
);
