import type { eraseTenant } from '@parley/common/contracts/operator/erasures';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { type Erasure, toReceipt } from '../domain/erasure.ts';

export interface EraseTenantDeps {
  /** Slug, keys and webhooks end in the transaction that writes the job; null when there is no such tenant. */
  closeTenant(slug: string, erasure: { id: string; requestedAt: Date }): Promise<number | null>;
  findTenantErasure(slug: string): Promise<Erasure | null>;
  /** No gateway may go on with what it cached of its keys. */
  publishKeysChanged(): void;
  wakeErasures(): void;
  now(): Date;
}

/** Erases a tenant, durably; again for the same one answers the same receipt. Errors: unknown_tenant. */
export function makeEraseTenant(deps: EraseTenantDeps) {
  return async ({ slug }: InputOf<typeof eraseTenant>): Promise<OutputOf<typeof eraseTenant>> => {
    const closed = await deps.closeTenant(slug, { id: makeId('ers'), requestedAt: deps.now() });
    if (closed !== null) {
      deps.publishKeysChanged();
      deps.wakeErasures();
    }
    const erasure = await deps.findTenantErasure(slug);
    if (!erasure) throw new AppError('unknown_tenant');
    return toReceipt(erasure);
  };
}
