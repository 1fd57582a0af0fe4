import { verb } from '@parley/bus/verb';
import { profile as contract } from '@parley/common/contracts/profiles/profile';
import type { OutputOf } from '@parley/common/define-contract';
import type { PairingService } from '../service.ts';
import { shownPicture } from './profile.rules.ts';
import { actOnProfile } from './profile.steps.ts';

/** `?action=profile` (docs/reference/profiles.md#own-profile). Errors: those of {@link actOnProfile}. */
export const getProfile = verb(
  contract,
  async (service: PairingService, { from }, context): Promise<OutputOf<typeof contract>> => {
    const { address, about, picture } = await actOnProfile(service, context, from, { type: 'read' });
    return { ok: true, address, about, picture: shownPicture(picture) };
  },
);
