import { NotificationChannel } from '@parley/common/notification-kinds';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { z } from 'zod';
import { QUIET_HOURS } from '../planning/plan-notifications.rules.ts';

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

const Status = z.enum(['open', 'waiting', 'sending', 'sent', 'failed', 'unknown', 'dropped']);
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

/** Filter for a displayed status: `held` means held back by quiet hours, and is stored as open or waiting. */
function ofStatus(shown: string | undefined) {
  if (shown === undefined) return {};
  if (shown === 'held') return { status: UNSENT, reason: QUIET_HOURS };
  if (shown === 'waiting') return { status: UNSENT, OR: [{ reason: null }, { reason: { not: QUIET_HOURS } }] };
  return { status: shown };
}

/** Messages before this number, newest first. */
export async function listNotificationsBefore(
  prisma: Pick<PrismaDatabase['prisma'], 'notification'>,
  tenantId: number | null,
  { number, status, count }: { number: number; status: string | undefined; count: number },
): Promise<ListedNotification[]> {
  const rows = await prisma.notification.findMany({
    where: { tenantId, number: { lt: number }, ...ofStatus(status) },
    select: LISTED,
    orderBy: { number: 'desc' },
    take: count,
  });
  return rows.map(toListed);
}
