import type { Sql } from '@parley/database/sql';
import { newsOfFact } from '../domain/news-of-fact.ts';
import type { Fact } from '../domain/plan-notifications.ts';
import type { News } from '../domain/plan-push.ts';
import { lockSubscribers } from '../storage/push-store.ts';
import { tellSubscribers } from './tell-subscribers.ts';

/** Plans the pushes of facts that concern people at once: a hand-over, a mention. */
export async function pushFacts(sql: Sql, facts: readonly Fact[], now: Date): Promise<void> {
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
