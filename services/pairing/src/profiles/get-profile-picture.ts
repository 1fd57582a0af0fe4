import { verb } from '@parley/bus/verb';
import { profilePicture as contract } from '@parley/common/contracts/profiles/profile-picture';
import type { OutputOf } from '@parley/common/define-contract';
import type { PairingService } from '../service.ts';
import { shownPicture } from './profile.rules.ts';
import { actOnProfile } from './profile.steps.ts';

/** `?action=profile-picture` (docs/reference/profiles.md#picture-of-a-person). Errors: those of {@link actOnProfile}. */
export const getProfilePicture = verb(
  contract,
  async (service: PairingService, { from, address, size }, context): Promise<OutputOf<typeof contract>> => {
    const { picture } = await actOnProfile(service, context, from, { type: 'picture', address, size });
    return { ok: true, address, picture: shownPicture(picture) };
  },
);
