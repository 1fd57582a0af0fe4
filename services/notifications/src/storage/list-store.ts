import { oneOf } from '@parley/database/column';
import { defineCursor, type Page } from '@parley/database/list-cursor';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { Item } from '../domain/plan-notifications.ts';

export const STATUSES = ['open', 'waiting', 'sending', 'sent', 'failed', 'unknown', 'dropped'] as const;

const COLUMNS = `number, id, recipient_id, way, kind, address, status, reason, facts, attempts, due_at, provider, provider_id,
  accepted_at, created_at`;
const listedRow = {
  number: 'int4',
  id: 'text',
  recipientId: 'int4?',
  way: oneOf('email', 'sms'),
  kind: 'text',
  address: 'text',
  status: oneOf(...STATUSES),
  reason: 'text?',
  facts: 'int4',
  attempts: 'int4',
  dueAt: 'timestamptz',
  provider: 'text?',
  providerId: 'text?',
  acceptedAt: 'timestamptz?',
  createdAt: 'timestamptz',
} as const;

/** HELD is what quiet hours hold back; it is stored as open or waiting. */
const IS_SHOWN = `($3::text IS NULL OR $3 = CASE WHEN status IN ('open', 'waiting')
                                             THEN CASE WHEN reason = 'quiet_hours' THEN 'held' ELSE 'waiting' END ELSE status END)`;

const ofTenant = defineStatement({
  name: 'notifications.list-of-tenant',
  text: `SELECT ${COLUMNS} FROM notifications WHERE tenant_id = $1 AND number < $2 AND ${IS_SHOWN} ORDER BY number DESC LIMIT $4::int4`,
  params: { tenantId: 'int4', before: 'int4', status: 'text?', count: 'int4' },
  row: listedRow,
});

const ofDeployment = defineStatement({
  name: 'notifications.list-of-deployment',
  text: `SELECT ${COLUMNS} FROM notifications WHERE tenant_id IS NULL AND number < $2 AND ${IS_SHOWN} AND $1::int4 IS NULL
          ORDER BY number DESC LIMIT $4::int4`,
  params: { tenantId: 'int4?', before: 'int4', status: 'text?', count: 'int4' },
  row: listedRow,
});

export type ListedNotification = Awaited<ReturnType<typeof ofTenant.all>>[number];

const CURSOR = defineCursor('notifications', { number: 'int4' });
const BEHIND_ALL = 2_147_483_647;

/** A page of what was told, newest first. Errors: invalid_cursor. */
export async function listNotifications<View>(
  sql: Sql,
  tenantId: number | null,
  { status, cursor, limit }: { status: string | null; cursor: string | undefined; limit: number },
  toView: (row: ListedNotification) => View,
): Promise<Page<View>> {
  const before = CURSOR.read(cursor)?.number ?? BEHIND_ALL;
  const wanted = { before, status, count: limit + 1 };
  const rows = await (tenantId === null
    ? ofDeployment.all(sql, { tenantId, ...wanted })
    : ofTenant.all(sql, { tenantId, ...wanted }));
  return CURSOR.pageOf(rows, limit, toView, ({ number }) => ({ number }));
}

const findNames = defineStatement({
  name: 'notifications.find-customers',
  text: `SELECT c.id AS conversation_id, n.name FROM conversations c JOIN contacts n ON n.id = c.contact_id
          WHERE c.id = ANY ($2) AND c.tenant_id = $1 AND n.name IS NOT NULL`,
  params: { tenantId: 'int4', conversationIds: 'int4[]' },
  row: { conversationId: 'int4', name: 'text!' },
});

const conversationOf = ({ data }: Item): number[] => {
  const id = typeof data === 'object' && data !== null && 'conversation_id' in data ? Number(data.conversation_id) : 0;
  return Number.isSafeInteger(id) && id > 0 ? [id] : [];
};

/** The customers of the conversations that a message tells of: looked up when it is sent, so that no name is kept with it. */
export async function findCustomers(
  sql: Sql,
  tenantId: number | null,
  items: readonly Item[],
): Promise<Map<number, string>> {
  const conversationIds = [...new Set(items.flatMap(conversationOf))];
  if (tenantId === null || conversationIds.length === 0) return new Map();
  const rows = await findNames.all(sql, { tenantId, conversationIds });
  return new Map(rows.map(({ conversationId, name }) => [conversationId, name]));
}

const findTenant = defineStatement({
  name: 'notifications.find-tenant-name',
  text: 'SELECT name FROM tenants WHERE id = $1',
  params: { tenantId: 'int4' },
  row: { name: 'text' },
});

export const findTenantName = async (sql: Sql, tenantId: number): Promise<string | null> =>
  (await findTenant.first(sql, { tenantId }))?.name ?? null;

const addConfirmation = defineStatement({
  name: 'notifications.add-confirmation',
  text: `INSERT INTO notifications (id, tenant_id, recipient_id, way, kind, address, items, facts, due_at, created_at)
         VALUES ($1, $2, $3, $4, 'confirmation', $5, $6, 0, $7, $7)
         ON CONFLICT (recipient_id, way, kind) WHERE status = 'open' DO NOTHING`,
  params: {
    id: 'text',
    tenantId: 'int4?',
    recipientId: 'int4',
    way: 'text',
    address: 'text',
    items: 'jsonb',
    now: 'timestamptz',
  },
  row: {},
});

/** The job that sends a confirmation; one that waits already sends the newest. */
export async function addConfirmationJob(
  sql: Sql,
  given: { id: string; tenantId: number | null; recipientId: number; way: string; address: string; now: Date },
): Promise<void> {
  await addConfirmation.run(sql, { ...given, items: [] });
}
