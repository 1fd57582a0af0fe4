import { at } from '@parley/common/at';
import { findReported } from '@parley/messaging/outbox/find-reported';
import type { EventOnly } from '../batch/addressed.rules.ts';
import { type Applied, nothingApplied } from '../batch/applied.rules.ts';
import type { ApplyTransaction } from '../batch/apply-transaction.rules.ts';
import { findConversations } from '../receipts/open-send.store.ts';
import { eventOnlyRow } from './build-event-only.rules.ts';
import { eventIdOf, peerOf } from './event-only.rules.ts';

/** The events of items that change no row: each once, however often the provider repeats it. */
export async function applyEventOnly({ sql, now }: ApplyTransaction, given: readonly EventOnly[]): Promise<Applied> {
  if (given.length === 0) return nothingApplied();
  const distinct = [...new Map(given.map((entry) => [eventIdOf(entry), entry]))];
  const reported = await findReported(
    sql,
    distinct.map(([id, { account }]) => ({ id, tenantId: account.tenantId })),
    now(),
  );
  const fresh = distinct.filter(([id]) => !reported.has(id));
  const conversationIds = await findConversations(
    sql,
    fresh.map(([, entry]) => {
      const { id: channelAccountId, tenantId, channel } = entry.account;
      return { tenantId, channel, channelAccountId, addresses: [peerOf(entry)] };
    }),
  );
  const reportedAt = now();
  const events = fresh.map(([id, entry], index) => eventOnlyRow(id, entry, at(conversationIds, index), reportedAt));
  return { ...nothingApplied(), stored: events.length, repeated: given.length - events.length, events };
}
