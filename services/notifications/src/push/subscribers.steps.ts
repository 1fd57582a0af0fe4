import type { Sql } from '@parley/database/sql';
import { type News, planPush, type Subscriber } from './plan-push.rules.ts';
import { findPushConversations, savePlannedPush } from './push.store.ts';

/** Plans pushes of the news of a tenant to its locked browsers. */
export async function tellSubscribers(
  sql: Sql,
  { tenantId, subscribers, news }: { tenantId: number; subscribers: readonly Subscriber[]; news: readonly News[] },
  now: Date,
): Promise<void> {
  const ids = new Set(news.map(({ conversationId }) => conversationId));
  const conversations = await findPushConversations(sql, tenantId, [...ids]);
  await savePlannedPush(sql, planPush(subscribers, news, conversations, now));
}
