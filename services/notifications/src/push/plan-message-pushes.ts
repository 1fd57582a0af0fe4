import type { NotificationsService } from '../service.ts';
import type { News } from './push.rules.ts';
import { tellSubscribers } from './push.steps.ts';
import { findPushTenants, lockSubscribers, moveSubscribers, readPushEvents } from './push.store.ts';

const EVENTS_AT_ONCE = 5000;

/**
 * Turns the customers' messages since the last time into pushes to the browsers of their tenants, each exactly once
 * (docs/reference/notifications.md#push).
 */
export async function planMessagePushes(service: NotificationsService): Promise<boolean> {
  let hasMore = false;
  for (const tenantId of await findPushTenants(service.database))
    if (await planTenant(service, tenantId)) hasMore = true;
  return hasMore;
}

/** Considers the next events of one tenant. True when there may be more. */
function planTenant({ database, now }: NotificationsService, tenantId: number): Promise<boolean> {
  return database.transaction(async (sql) => {
    const at = now();
    const subscribers = await lockSubscribers(sql, tenantId, at);
    const [first] = subscribers.toSorted((a, b) => Number(BigInt(a.position) - BigInt(b.position)));
    if (!first) return false;
    const events = await readPushEvents(sql, tenantId, first, EVENTS_AT_ONCE);
    const last = events.at(-1);
    if (!last) return false;
    // The newest message of each conversation.
    const news = new Map<number, News>();
    for (const { type, conversationId, position, seq } of events)
      if (type === 'message.received' && conversationId !== null)
        news.set(conversationId, { kind: 'message', conversationId, position: { position, seq } });
    await tellSubscribers(sql, { tenantId, subscribers, news: [...news.values()] }, at);
    await moveSubscribers(sql, subscribers, last);
    return events.length === EVENTS_AT_ONCE;
  });
}
