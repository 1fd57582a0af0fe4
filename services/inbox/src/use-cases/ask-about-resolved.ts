import type { Sql } from '@parley/database/sql';
import type { ChangedBy, ChangeWrites } from '../domain/change-conversation.ts';
import { askSatisfaction } from '../storage/satisfaction-store.ts';

/** A conversation that was resolved by mistake can be opened again before its customer is asked. */
const ASKED_AFTER_MS = 10_000;

/** Notes the satisfaction question for conversations that the change of a member resolves, in its transaction. */
export async function askAboutResolved(
  sql: Sql,
  { conversations }: ChangeWrites,
  { tenantId, by, now }: { tenantId: number; by: ChangedBy; now: Date },
): Promise<void> {
  const ids = conversations.flatMap(({ id, status, closes }) => (closes && status === 'resolved' ? id : []));
  if (ids.length === 0 || by.type !== 'member') return;
  const dueAt = new Date(now.getTime() + ASKED_AFTER_MS);
  await askSatisfaction(sql, { tenantId, ids, now, dueAt });
}
