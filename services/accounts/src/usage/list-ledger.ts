import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { listLedger as contract } from '@parley/common/contracts/console/workspace';
import { defineCursor } from '@parley/database/statements/list-cursor';
import type { AccountsService } from '../service.ts';
import { toLedgerView } from './figures.rules.ts';
import { findLedgerEntries } from './figures.store.ts';

const BY_AGE = defineCursor('ledger', { id: 'int8' });

/** Newest first (docs/reference/credit.md#ledger). Errors: invalid_cursor. */
export const listLedger = verb(contract, async ({ database }: AccountsService, { limit, cursor }, context) => {
  const before = BY_AGE.read(cursor)?.id ?? null;
  const rows = await database.read(({ prisma }) => findLedgerEntries(prisma, tenantIdOf(context), before, limit + 1));
  return BY_AGE.pageOf(rows, limit, toLedgerView, ({ id }) => ({ id }));
});
