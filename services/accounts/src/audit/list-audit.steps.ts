import type { listAudit as contract } from '@parley/common/contracts/console/workspace';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { defineCursor } from '@parley/database/statements/list-cursor';
import type { AccountsService } from '../service.ts';
import { toAuditView } from './audit.rules.ts';
import { findAuditEntries } from './audit.store.ts';

const BY_AGE = defineCursor('audit', { id: 'int8' });

/** A page of the audit log of a tenant, or of the deployment (0), newest first. Errors: invalid_cursor. */
export async function listAuditOfScope(
  { database }: AccountsService,
  scope: number,
  { limit, cursor, action, memberId, since, until }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const filter = {
    scope,
    before: BY_AGE.read(cursor)?.id ?? null,
    action: action ?? null,
    memberId: memberId ?? null,
    since: since === undefined ? null : new Date(since),
    until: until === undefined ? null : new Date(until),
    count: limit + 1,
  };
  const rows = await database.read((reader) => findAuditEntries(reader, filter));
  return BY_AGE.pageOf(rows, limit, toAuditView, ({ id }) => ({ id }));
}
