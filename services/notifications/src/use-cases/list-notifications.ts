import type { Camel } from '@parley/common/casing/camel';
import type { listNotifications, NotificationView } from '@parley/common/contracts/operator/recipients';
import type { InputOf } from '@parley/common/define-contract';
import type { Page } from '@parley/database/list-cursor';
import type { z } from 'zod';
import type { ListedNotification } from '../storage/list-store.ts';

type View = Camel<z.infer<typeof NotificationView>>;
type Query = Omit<InputOf<typeof listNotifications>, 'slug'>;

export interface ListNotificationsDeps {
  listNotifications(
    tenantId: number | null,
    given: { status: string | null; cursor: string | undefined; limit: number },
    toView: (row: ListedNotification) => View,
  ): Promise<Page<View>>;
}

const ENDED: ReadonlySet<ListedNotification['status']> = new Set(['sent', 'failed', 'unknown', 'dropped']);

function shownStatus({ status, reason }: ListedNotification): View['status'] {
  if (status !== 'open' && status !== 'waiting') return status;
  return reason === 'quiet_hours' ? 'held' : 'waiting';
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

/** Lists sent, held, failed and unknown messages (docs/reference/notifications.md#list). Errors: invalid_cursor. */
export const makeListNotifications =
  ({ listNotifications: list }: ListNotificationsDeps) =>
  (tenantId: number | null, { status, cursor, limit }: Query): Promise<Page<View>> =>
    list(tenantId, { status: status ?? null, cursor, limit }, toView);
