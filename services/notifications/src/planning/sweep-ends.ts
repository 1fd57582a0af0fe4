import { type NewFact, writeFacts } from '@parley/messaging/notify/write-facts';
import type { NotificationsService } from '../service.ts';
import { type ComingEnd, type EndingAccount, findEnds } from './ends-soon.rules.ts';
import { findEndingAccounts } from './ends-soon.store.ts';

const PAGE = 1000;

/**
 * Finds channels whose connection ends soon, unless a person acts, and reports each once for its cause and stage
 * (docs/reference/notifications.md#kinds). A repeat writes nothing: the facts are unique.
 */
export async function sweepEnds({ database, now }: NotificationsService): Promise<void> {
  const at = now();
  for (let after = 0; ; ) {
    const accounts = await findEndingAccounts(database, { after, now: at, count: PAGE });
    const facts = accounts.flatMap((account) => findEnds(account, at).map((end) => toFact(account, end, at)));
    if (facts.length > 0) await writeFacts(database, facts);
    const last = accounts.at(-1);
    if (!last || accounts.length < PAGE) return;
    after = last.id;
  }
}

const toFact = (
  { id, tenantId, channel, name }: EndingAccount,
  { cause, endsAt, isLast }: ComingEnd,
  happenedAt: Date,
): NewFact => ({
  tenantId,
  kind: 'channel_ends_soon',
  subject: `${cause} of account ${id}`,
  period: `${endsAt.toISOString()} ${isLast ? 'last' : 'first'}`,
  data: { channel, account: name, cause, ends_at: endsAt.toISOString() },
  happenedAt,
});
