import type { AccountRef } from '@parley/common/events';
import type { PlatformConversation } from '@parley/common/platform-events';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import {
  type PlatformRow,
  toMessageSentRow,
  toNewConversationRow,
  toNewMessagesRow,
  toPlatformRow,
} from '@parley/messaging/outbox/platform-events';
import { reopenedByCustomer } from '@parley/messaging/outbox/reopened-by-customer';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import type { ReportedConversation } from '@parley/messaging/people/upsert-conversations';
import type { ConnectedAccount } from '../batch/connected-account.rules.ts';

/** A newly stored message of a tenant with a platform webhook, with the data of its platform events. */
export interface ReportedMessage {
  direction: 'in' | 'out';
  account: AccountRef;
  channel: ConnectedAccount['channel'];
  /** Its conversation before the first of these messages. */
  before: ConversationFacts;
  platform: ReportedConversation;
  /** `message.received` or `message.sent`. */
  event: OutboxRow;
  /** Identifies the provider call that it arrived in. */
  call: unknown;
}

/** The conversation as events show it, after its messages. */
const viewOf = ({ account, channel, platform }: ReportedMessage, after: ConversationFacts): PlatformConversation => ({
  id: after.id,
  channel,
  account,
  peer: after.peer,
  name: platform.name,
  status: after.status,
  created_at: platform.createdAt.toISOString(),
});

/** The events of a customer's first message in a new conversation, or in one that was resolved or archived. */
function reportBeginning(
  reported: ReportedMessage,
  conversation: PlatformConversation,
  isFirst: boolean,
): PlatformRow[] {
  const { before, platform, event, channel } = reported;
  const isReopened = !platform.isNew && before.status !== 'open';
  if (!isReopened && !(platform.isNew && isFirst)) return [];
  const begun = toNewConversationRow({ conversation, isReopened, firstMessage: event });
  if (!isReopened) return [begun];
  return [toPlatformRow(reopenedByCustomer(before, { channel, at: event.createdAt })), begun];
}

/** Customer messages by conversation and provider call, in the order of arrival. */
function groupReceived(messages: readonly ReportedMessage[]): ReportedMessage[][] {
  const groups = new Map<unknown, Map<number, ReportedMessage[]>>();
  for (const reported of messages) {
    if (reported.direction === 'out') continue;
    const ofCall = groups.get(reported.call) ?? new Map<number, ReportedMessage[]>();
    groups.set(reported.call, ofCall);
    const group = ofCall.get(reported.before.id);
    if (group) group.push(reported);
    else ofCall.set(reported.before.id, [reported]);
  }
  return [...groups.values()].flatMap((ofCall) => [...ofCall.values()]);
}

/**
 * The platform events of messages stored in one transaction: `message-sent`, `new-messages`, `new-conversation`, and
 * `conversation-status-updated` when a customer reopens a conversation (docs/reference/platform-events.md#events).
 * `changed` are the changed conversations after all of the messages.
 */
export function reportToPlatform(
  messages: readonly ReportedMessage[],
  changed: ReadonlyMap<number, ConversationFacts>,
): PlatformRow[] {
  const afterOf = (before: ConversationFacts): ConversationFacts => changed.get(before.id) ?? before;
  const seen = new Set<number>();
  const begun = new Set<number>();
  const single = messages.flatMap((reported): PlatformRow[] => {
    const { id } = reported.before;
    const isFirst = !seen.has(id);
    seen.add(id);
    if (reported.direction === 'out') return [toMessageSentRow(reported.event)];
    if (begun.has(id)) return [];
    begun.add(id);
    return reportBeginning(reported, viewOf(reported, afterOf(reported.before)), isFirst);
  });
  const grouped = groupReceived(messages).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return toNewMessagesRow(
      viewOf(first, afterOf(first.before)),
      group.map(({ event }) => event),
    );
  });
  return [...single, ...grouped];
}
