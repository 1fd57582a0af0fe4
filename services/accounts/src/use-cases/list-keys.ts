import type { listKeys } from '@parley/common/contracts/operator/keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { type Key, toKeyView } from '../domain/key.ts';

export interface ListKeysDeps {
  findTenantId(slug: string): Promise<number | null>;
  /** In the order of their making, revoked ones too. */
  listKeysAfter(tenantId: number, id: number, count: number): Promise<Key[]>;
}

/**
 * The keys of a tenant, oldest first, revoked ones with the moment they were (docs/reference/operator-api.md#keys).
 * Errors: unknown_tenant, invalid_cursor.
 */
export function makeListKeys({ findTenantId, listKeysAfter }: ListKeysDeps) {
  return async ({ slug, limit, cursor }: InputOf<typeof listKeys>): Promise<OutputOf<typeof listKeys>> => {
    const after = readCursor(cursor);
    const tenantId = await findTenantId(slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    return pageOf(await listKeysAfter(tenantId, after, limit + 1), limit, toKeyView);
  };
}
