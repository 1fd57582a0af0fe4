import type { PlatformConversation } from '@parley/common/events/platform-events';
import {
  type PlatformRow,
  toMessageSentRow,
  toNewConversationRow,
  toNewMessagesRow,
  toPlatformRow,
} from '@parley/messaging/outbox/platform-events';
import { reopenedByCustomer } from '@parley/messaging/outbox/reopened-by-customer';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import { accountRef, type ConnectedAccount } from '../batch/account.rules.ts';
import type { InboundMessage, PlacedMessage } from './message.rules.ts';

/** A newly stored message of a tenant with a platform webhook; its conversation is that before the first of them. */
export type ReportedMessage = Pick<InboundMessage, 'conversation' | 'platform' | 'event'> & {
  account: Pick<ConnectedAccount, 'channel' | 'externalId' | 'number' | 'name'>;
  message: Pick<PlacedMessage, 'direction'>;
};

/** The conversation as events show it, after its messages. */
const viewOf = ({ account, platform }: ReportedMessage, after: ConversationFacts): PlatformConversation => ({
  id: after.id,
  channel: account.channel,
  account: accountRef(account),
  peer: after.peer,
  name: platform.name,
  status: after.status,
  created_at: platform.createdAt.toISOString(),
});

/** The events of a customer's first message in a new conversation, or in one that was resolved or archived. */
function reportBeginning(reported: ReportedMessage, after: PlatformConversation, isFirst: boolean): PlatformRow[] {
  const { conversation: before, platform, event, account } = reported;
  const isReopened = !platform.isNew && before.status !== 'open';
  if (!isReopened && !(platform.isNew && isFirst)) return [];
  const begun = toNewConversationRow({ conversation: after, isReopened, firstMessage: event });
  if (!isReopened) return [begun];
  return [toPlatformRow(reopenedByCustomer(before, { channel: account.channel, at: event.createdAt })), begun];
}

/** Customer messages by conversation and provider call, in the order of arrival. */
function groupReceived<Message extends ReportedMessage>(
  messages: readonly Message[],
  callOf: (message: Message) => unknown,
): Message[][] {
  const groups = new Map<unknown, Map<number, Message[]>>();
  for (const reported of messages) {
    if (reported.message.direction === 'out') continue;
    const call = callOf(reported);
    const ofCall = groups.get(call) ?? new Map<number, Message[]>();
    groups.set(call, ofCall);
    const group = ofCall.get(reported.conversation.id);
    if (group) group.push(reported);
    else ofCall.set(reported.conversation.id, [reported]);
  }
  return [...groups.values()].flatMap((ofCall) => [...ofCall.values()]);
}

/**
 * The platform events of messages stored in one transaction: `message-sent`, `new-messages`, `new-conversation`, and
 * `conversation-status-updated` when a customer reopens a conversation (docs/reference/platform-events.md#events).
 * `changed` are the changed conversations after all of the messages; `callOf` identifies the provider call that a message
 * arrived in.
 */
export function reportToPlatform<Message extends ReportedMessage>(
  messages: readonly Message[],
  changed: ReadonlyMap<number, ConversationFacts>,
  callOf: (message: Message) => unknown,
): PlatformRow[] {
  const viewAfter = (reported: ReportedMessage): PlatformConversation =>
    viewOf(reported, changed.get(reported.conversation.id) ?? reported.conversation);
  const seen = new Set<number>();
  const begun = new Set<number>();
  const single = messages.flatMap((reported): PlatformRow[] => {
    const { id } = reported.conversation;
    const isFirst = !seen.has(id);
    seen.add(id);
    if (reported.message.direction === 'out') return [toMessageSentRow(reported.event)];
    if (begun.has(id)) return [];
    begun.add(id);
    return reportBeginning(reported, viewAfter(reported), isFirst);
  });
  const grouped = groupReceived(messages, callOf).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return toNewMessagesRow(
      viewAfter(first),
      group.map(({ event }) => event),
    );
  });
  return [...single, ...grouped];
}
