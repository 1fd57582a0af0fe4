import { makeId } from '@parley/common/ids';
import { MAX_ITEMS, planNotifications } from '../domain/plan-notifications.ts';
import type { NotificationsService } from '../service.ts';
import { addPlanned, findRecipientsOf, hasUnplannedFact, markFactsPlanned, takeFacts } from '../storage/plan-store.ts';
import { pushFacts } from './push-facts.ts';

const BATCH = 1000;

/**
 * Turns facts into messages in one transaction, so that each fact is reported exactly once. True when there are more.
 */
export async function planFacts(service: NotificationsService): Promise<boolean> {
  // Without work the Prisma client is not loaded.
  if (!(await hasUnplannedFact(service.database))) return false;
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
