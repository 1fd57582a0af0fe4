import { verb } from '@parley/bus/verb';
import { blockPerson as contract } from '@parley/common/contracts/profiles/block-list';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import type { PairingService } from '../service.ts';
import { actOnProfile } from './profile.steps.ts';

/** `?action=block-person` (docs/reference/profiles.md#block-list). Errors: those of {@link actOnProfile}. */
export const blockPerson = verb(contract, (service: PairingService, { from, address }, context) =>
  withIdempotencyKey(service.answers, contract, context, async (): Promise<OutputOf<typeof contract>> => {
    const done = await actOnProfile(service, context, from, { type: 'block', address });
    return { ok: true, address: done.address };
  }),
);
