import { NotificationChannel } from '@parley/common/notification-kinds';
import { defineCursor, type Page } from '@parley/database/list-cursor';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { z } from 'zod';
import type { Item } from '../domain/plan-notifications.ts';

export const STATUSES = ['open', 'waiting', 'sending', 'sent', 'failed', 'unknown', 'dropped'] as const;

const LISTED = {
  number: true,
  id: true,
  recipientId: true,
  way: true,
  kind: true,
  address: true,
  status: true,
  reason: true,
  facts: true,
  attempts: true,
  dueAt: true,
  provider: true,
  providerId: true,
  acceptedAt: true,
  createdAt: true,
} as const;

const Status = z.enum(STATUSES);
const toListed = <Row extends { way: string; status: string }>(row: Row) => ({
  ...row,
  way: NotificationChannel.parse(row.way),
  status: Status.parse(row.status),
});

/** A row of the list. */
export interface ListedNotification {
  number: number;
  id: string;
  recipientId: number | null;
  way: NotificationChannel;
  kind: string;
  address: string;
  status: z.infer<typeof Status>;
  reason: string | null;
  facts: number;
  attempts: number;
  dueAt: Date;
  provider: string | null;
  providerId: string | null;
  acceptedAt: Date | null;
  createdAt: Date;
}

const UNSENT = { in: ['open', 'waiting'] };
const QUIET_HOURS = 'quiet_hours';

/** Filter for a displayed status: `held` means held back by quiet hours, and is stored as open or waiting. */
function ofStatus(shown: string | null) {
  if (shown === null) return {};
  if (shown === 'held') return { status: UNSENT, reason: QUIET_HOURS };
  if (shown === 'waiting') return { status: UNSENT, OR: [{ reason: null }, { reason: { not: QUIET_HOURS } }] };
  return { status: shown };
}

type Prisma = Pick<PrismaDatabase, 'prisma'>;

const CURSOR = defineCursor('notifications', { number: 'int4' });
const BEHIND_ALL = 2_147_483_647;

/** A page of messages, newest first. Errors: invalid_cursor. */
export async function listNotifications<View>(
  { prisma }: Prisma,
  tenantId: number | null,
  { status, cursor, limit }: { status: string | null; cursor: string | undefined; limit: number },
  toView: (row: ListedNotification) => View,
): Promise<Page<View>> {
  const before = CURSOR.read(cursor)?.number ?? BEHIND_ALL;
  const rows = await prisma.notification.findMany({
    where: { tenantId, number: { lt: before }, ...ofStatus(status) },
    select: LISTED,
    orderBy: { number: 'desc' },
    take: limit + 1,
  });
  return CURSOR.pageOf(rows.map(toListed), limit, toView, ({ number }) => ({ number }));
}

const conversationOf = ({ data }: Item): number[] => {
  const id = typeof data === 'object' && data !== null && 'conversation_id' in data ? Number(data.conversation_id) : 0;
  return Number.isSafeInteger(id) && id > 0 ? [id] : [];
};

/** Customers of the conversations in a message: looked up when it is sent, so that no name is stored with it. */
export async function findCustomers(
  { prisma }: Prisma,
  tenantId: number | null,
  items: readonly Item[],
): Promise<Map<number, string>> {
  const conversationIds = [...new Set(items.flatMap(conversationOf))];
  if (tenantId === null || conversationIds.length === 0) return new Map();
  const rows = await prisma.conversation.findMany({
    where: { id: { in: conversationIds }, tenantId },
    select: { id: true, contact: { select: { name: true } } },
  });
  return new Map(rows.flatMap(({ id, contact: { name } }) => (name === null ? [] : [[id, name]])));
}

export async function findTenantName({ prisma }: Prisma, tenantId: number): Promise<string | null> {
  const tenant = await prisma.tenant.findUnique({ where: { id: tenantId }, select: { name: true } });
  return tenant?.name ?? null;
}

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

/** Adds the job that sends a confirmation; a pending job sends the newest one. */
export async function addConfirmationJob(
  sql: Sql,
  given: { id: string; tenantId: number | null; recipientId: number; way: string; address: string; now: Date },
): Promise<void> {
  await addConfirmation.run(sql, { ...given, items: [] });
}
