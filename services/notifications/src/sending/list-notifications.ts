import type { Camel } from '@parley/common/casing/camel';
import type { listNotifications as contract, NotificationView } from '@parley/common/contracts/operator/recipients';
import type { InputOf, OutputOf, Scoped } from '@parley/common/define-contract';
import { defineCursor } from '@parley/database/statements/list-cursor';
import { tenantOrDeployment } from '@parley/database/tenant-of-slug';
import type { z } from 'zod';
import { QUIET_HOURS } from '../planning/plan-notifications.rules.ts';
import type { NotificationsService } from '../service.ts';
import { type ListedNotification, listNotificationsBefore } from './notification.store.ts';

type View = Camel<z.infer<typeof NotificationView>>;

const CURSOR = defineCursor('notifications', { number: 'int4' });
const BEHIND_ALL = 2_147_483_647;
const ENDED: ReadonlySet<ListedNotification['status']> = new Set(['sent', 'failed', 'unknown', 'dropped']);

/**
 * Lists sent, held, failed and unknown messages, newest first (docs/reference/notifications.md#list). Errors:
 * unknown_tenant, invalid_cursor.
 */
export async function listNotifications(
  service: NotificationsService,
  input: Scoped<InputOf<typeof contract>>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOrDeployment(service.database, input);
  const { status, cursor, limit } = input;
  const number = CURSOR.read(cursor)?.number ?? BEHIND_ALL;
  const page = { number, status, count: limit + 1 };
  const rows = await listNotificationsBefore(service.database.prisma, tenantId, page);
  return CURSOR.pageOf(rows, limit, toView, (row) => ({ number: row.number }));
}

function shownStatus({ status, reason }: ListedNotification): View['status'] {
  if (status !== 'open' && status !== 'waiting') return status;
  return reason === QUIET_HOURS ? 'held' : 'waiting';
}

const toView = (row: ListedNotification): View => ({
  id: row.id,
  recipientId: row.recipientId,
  channel: row.way,
  kind: row.kind,
  to: row.address,
  status: shownStatus(row),
  reason: row.reason,
  facts: row.facts,
  attempts: row.attempts,
  dueAt: ENDED.has(row.status) ? null : row.dueAt.toISOString(),
  provider: row.provider,
  providerId: row.providerId,
  acceptedAt: row.acceptedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});
