import { verb } from '@parley/bus/verb';
import { updateProfile as contract } from '@parley/common/contracts/profiles/update-profile';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { changedParts } from '../devices/changed-parts.rules.ts';
import type { PairingService } from '../service.ts';
import { requirePicture } from './profile.rules.ts';
import { actOnProfile } from './profile.steps.ts';

/** `?action=update-profile` (docs/reference/profiles.md#changing-it). Errors: invalid_picture, invalid_remove, those of {@link actOnProfile}. */
export const updateProfile = verb(contract, (service: PairingService, { from, remove, ...given }, context) => {
  if (given.picture !== undefined) requirePicture(given.picture);
  const change = changedParts<keyof typeof given>(given, remove);
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<OutputOf<typeof contract>> => {
    const { address } = await actOnProfile(service, context, from, { type: 'update', ...change });
    return { ok: true, address };
  });
});
