import { verb } from '@parley/bus/verb';
import { authenticate as contract } from '@parley/common/contracts/internal/authenticate';
import type { AccountsService } from '../service.ts';
import { findUsableKey } from './key.store.ts';

/** Finds the tenant of a key; null for an unknown, disabled or revoked key (docs/reference/requests.md#api-keys). */
export const authenticateKey = verb(contract, async ({ database, now }: AccountsService, { keyHash }) => {
  return { key: await findUsableKey(database, Buffer.from(keyHash, 'hex'), now()) };
});
