import type { revokeKey } from '@parley/common/contracts/operator/keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { type Key, toKeyView } from '../domain/key.ts';

export interface RevokeKeyDeps {
  findTenantId(slug: string): Promise<number | null>;
  /** The first moment stays; null when this tenant has no such key. */
  revokeKey(tenantId: number, instanceId: string, at: Date): Promise<Key | null>;
  publishKeyChanged(instanceId: string): void;
  now(): Date;
}

/**
 * Revokes a key for good; again for a revoked one answers the same (docs/reference/operator-api.md#keys). Errors:
 * unknown_tenant, unknown_key.
 */
export function makeRevokeKey(deps: RevokeKeyDeps) {
  return async ({ slug, instance_id }: InputOf<typeof revokeKey>): Promise<OutputOf<typeof revokeKey>> => {
    const tenantId = await deps.findTenantId(slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    const key = await deps.revokeKey(tenantId, instance_id, deps.now());
    if (!key) throw new AppError('unknown_key');
    deps.publishKeyChanged(instance_id);
    return toKeyView(key);
  };
}
