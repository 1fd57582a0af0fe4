import { verb } from '@parley/bus/verb';
import { showOwnerRemoval as contract } from '@parley/common/contracts/internal/owner-removal';
import type { ChannelConnectService } from '../service.ts';
import { readRemovalCode } from './owner-removal.rules.ts';

/** Reads what a request of an owner deleted, from its confirmation code (docs/reference/ig.md#removal-by-the-owner). */
export const showOwnerRemoval = verb(contract, async ({ cipher }: ChannelConnectService, { code }) => {
  const removal = readRemovalCode(cipher, code);
  return { removal: removal && { at: removal.at.toISOString(), disconnected: removal.disconnected } };
});
