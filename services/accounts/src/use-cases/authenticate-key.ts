import type { authenticate as contract } from '@parley/common/contracts/internal/authenticate';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { findUsableKey } from '../storage/key-store.ts';

/** Finds the tenant of a key; null for an unknown, disabled or revoked key (docs/reference/requests.md#api-keys). */
export async function authenticateKey(
  { database }: AccountsService,
  { keyHash }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return { key: await findUsableKey(database, Buffer.from(keyHash, 'hex')) };
}
