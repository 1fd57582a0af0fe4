import { AppError } from '@parley/common/errors';
import type { Sql } from '@parley/database/sql';
import type { Colleague } from './note.rules.ts';
import { findColleagues } from './note.store.ts';

/** The members of these ids. Errors: unknown_member, for one of another tenant and for one who does not use the inbox. */
export async function checkMentions(sql: Sql, tenantId: number, memberIds: readonly string[]): Promise<Colleague[]> {
  if (memberIds.length === 0) return [];
  const found = await findColleagues(sql, tenantId, memberIds);
  if (found.length < memberIds.length) throw new AppError('unknown_member');
  return found;
}
