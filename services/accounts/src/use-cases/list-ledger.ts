import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { listLedger as contract } from '@parley/common/contracts/console/workspace';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { defineCursor } from '@parley/database/list-cursor';
import { toLedgerView } from '../domain/workspace-figures.ts';
import type { AccountsService } from '../service.ts';
import { findLedgerEntries } from '../storage/workspace-store.ts';

const BY_AGE = defineCursor('ledger', { id: 'int8' });

/** Newest first (docs/reference/credit.md#ledger). Errors: invalid_cursor. */
export async function listLedger(
  { database }: AccountsService,
  { limit, cursor }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const before = BY_AGE.read(cursor)?.id ?? null;
  const rows = await database.read(({ prisma }) => findLedgerEntries(prisma, tenantIdOf(context), before, limit + 1));
  return BY_AGE.pageOf(rows, limit, toLedgerView, ({ id }) => ({ id }));
}
