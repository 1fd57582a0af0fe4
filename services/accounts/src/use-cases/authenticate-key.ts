import type { AuthenticatedKey, authenticate } from '@parley/common/contracts/internal/authenticate';
import type { InputOf, OutputOf } from '@parley/common/define-contract';

export interface AuthenticateKeyDeps {
  /** The enabled, not revoked key with this hash. */
  findUsableKey(keyHash: Buffer): Promise<AuthenticatedKey | null>;
}

/**
 * Tells whose key it is; null for one that is unknown, disabled or revoked, alike
 * (docs/reference/requests.md#api-keys).
 */
export function makeAuthenticateKey({ findUsableKey }: AuthenticateKeyDeps) {
  return async ({ key_hash }: InputOf<typeof authenticate>): Promise<OutputOf<typeof authenticate>> => ({
    key: await findUsableKey(Buffer.from(key_hash, 'hex')),
  });
}
