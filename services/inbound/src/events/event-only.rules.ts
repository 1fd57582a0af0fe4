import { stableEventId } from '@parley/messaging/outbox/find-reported';
import type { EventOnly } from '../batch/addressed.rules.ts';

/** The address of the conversation that an item belongs to. */
export const peerOf = ({ item }: EventOnly): string => (item.kind === 'group-change' ? item.group : item.from.address);

/** The values that a repeat of the same report has too. */
function identityOf({ item }: EventOnly): readonly unknown[] {
  const at = item.at.getTime();
  switch (item.kind) {
    case 'referral':
      return [item.from.address, at, item.referral];
    case 'call':
      return [item.callId, item.state];
    case 'group-change':
      return [item.group, item.noticeId ?? at, item.subject, item.joined, item.left];
  }
}

/** The id of the item's event: the same for every repeat. */
export const eventIdOf = (entry: EventOnly): string =>
  stableEventId([entry.account.id, entry.item.kind, ...identityOf(entry)]);
