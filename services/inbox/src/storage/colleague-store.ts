import { CONSOLE_ROLES, mayDo } from '@parley/common/console-roles';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { Colleague } from '../domain/note.ts';

/** The roles that see notes. */
const READERS = CONSOLE_ROLES.filter((role) => mayDo([role], 'inbox.use'));

const find = defineStatement({
  name: 'inbox.find-colleagues',
  text: `SELECT m.member_id, m.name FROM members m
          WHERE m.tenant_id = $1 AND m.member_id = ANY ($2) AND m.removed_at IS NULL AND m.roles && $3`,
  params: { tenantId: 'int4', memberIds: 'text[]', roles: 'text[]' },
  row: { memberId: 'text', name: 'text' },
});

const after = defineStatement({
  name: 'inbox.colleagues-after',
  text: `SELECT m.id, m.member_id, m.name FROM members m
          WHERE m.tenant_id = $1 AND m.id > $2 AND m.removed_at IS NULL AND m.roles && $3 ORDER BY m.id LIMIT $4`,
  params: { tenantId: 'int4', id: 'int4', roles: 'text[]', limit: 'int8' },
  row: { id: 'int4', memberId: 'text', name: 'text' },
});

/** Those of these members of the tenant who use its inbox. */
export const findColleagues = (sql: Sql, tenantId: number, memberIds: readonly string[]): Promise<Colleague[]> =>
  find.all(sql, { tenantId, memberIds: [...memberIds], roles: READERS });

/** Members of the tenant who use its inbox, in the order of their rows. */
export const findColleaguesAfter = (
  sql: Sql,
  tenantId: number,
  { id, count }: { id: number; count: number },
): Promise<(Colleague & { id: number })[]> => after.all(sql, { tenantId, id, roles: READERS, limit: String(count) });
