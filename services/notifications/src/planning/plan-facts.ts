import { makeId } from '@parley/common/ids';
import type { Sql } from '@parley/database/sql';
import { type News, newsOfFact } from '../push/push.rules.ts';
import { tellSubscribers } from '../push/push.steps.ts';
import { lockSubscribers } from '../push/push.store.ts';
import type { NotificationsService } from '../service.ts';
import { type Fact, MAX_ITEMS, planNotifications } from './plan-notifications.rules.ts';
import { addPlanned, findRecipientsOf, markFactsPlanned, takeFacts } from './planning.store.ts';

const BATCH = 1000;

/**
 * Turns facts into messages in one transaction, so that each fact is reported exactly once. True when there are more.
 */
export async function planFacts(service: NotificationsService): Promise<boolean> {
  const groupMs = service.environment.PARLEY_NOTIFY_GROUP_SECONDS * 1000;
  const taken = await service.database.prismaTransaction(async ({ sql, prisma }) => {
    const facts = await takeFacts(sql, BATCH);
    if (facts.length === 0) return 0;
    const now = service.now();
    const planned = planNotifications(facts, await findRecipientsOf(prisma, facts), { now, groupMs });
    const messages = planned.map((one) => ({ ...one, id: makeId('ntf') }));
    await addPlanned(sql, messages, { now, maxItems: MAX_ITEMS });
    await pushFacts(sql, facts, now);
    await markFactsPlanned(prisma, facts, now);
    return facts.length;
  });
  if (taken > 0) service.wakeSender();
  return taken === BATCH;
}

/** Plans the pushes of facts that concern people at once: a hand-over, a mention. */
async function pushFacts(sql: Sql, facts: readonly Fact[], now: Date): Promise<void> {
  const byTenant = new Map<number, News[]>();
  for (const fact of facts) {
    const news = newsOfFact(fact);
    if (news === null || fact.tenantId === null) continue;
    byTenant.set(fact.tenantId, [...(byTenant.get(fact.tenantId) ?? []), news]);
  }
  // In one order for all planners, so that concurrent ones never deadlock.
  for (const tenantId of [...byTenant.keys()].toSorted((a, b) => a - b)) {
    const subscribers = await lockSubscribers(sql, tenantId, now);
    if (subscribers.length === 0) continue;
    await tellSubscribers(sql, { tenantId, subscribers, news: byTenant.get(tenantId) ?? [] }, now);
  }
}
