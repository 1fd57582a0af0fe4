import type { Sql } from '@parley/database/sql';
import { makePushKeys, type PushKeys } from '@parley/providers/push/push-client';
import type { NotificationsService } from '../service.ts';
import { type News, planPush, type Subscriber } from './push.rules.ts';
import { findPushConversations, findPushKey, keepPushKey, savePlannedPush } from './push.store.ts';

const PURPOSE = 'push_keys.private_key';

/** The key pair of the deployment, created when it is first needed. */
export async function readPushKeys({
  database: { prisma },
  cipher,
}: Pick<NotificationsService, 'database' | 'cipher'>): Promise<PushKeys> {
  const found = await findPushKey(prisma);
  if (found) return { ...found, privateKey: cipher.decrypt(found.privateKey, PURPOSE) };
  const made = await makePushKeys();
  const kept = await keepPushKey(prisma, { ...made, privateKey: cipher.encrypt(made.privateKey, PURPOSE) });
  return { ...kept, privateKey: cipher.decrypt(kept.privateKey, PURPOSE) };
}

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
