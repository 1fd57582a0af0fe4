import type { Attachment } from '@parley/common/events';
import { groupOf } from '@parley/messaging/messages/outbound-message';
import { windowAfter } from '@parley/messaging/messages/reply-until';
import type { NewEvent } from '@parley/messaging/outbox/new-event';
import type { InboundItem, InboundSender } from '@parley/providers/received/inbound-item';
import { toReceivedContent } from '@parley/providers/received/tidy-facts';
import { accountRef, type ConnectedAccount } from '../batch/account.rules.ts';
import type { ShownReaction } from '../reactions/reaction.rules.ts';

type Item<K extends InboundItem['kind']> = Extract<InboundItem, { kind: K }>;

const inStandby = ({ isStandby }: Pick<Item<'message'>, 'isStandby'>) => (isStandby ? { standby: true as const } : {});
const inGroup = ({ group }: Pick<Item<'message'>, 'group'>) => (group ? { whatsapp_group: group } : {});

const senderOf = ({ id, name, username, phone }: InboundSender) => ({
  ...(id === undefined ? {} : { id }),
  name,
  username,
  phone,
});

/** Database ids of a stored message. */
export interface StoredIds {
  messageId: number;
  conversationId: number;
  replyTo: string | null;
}

/** `message.received` (docs/reference/events.md#messagereceived). */
export function messageReceived(
  account: ConnectedAccount,
  item: Item<'message'>,
  attachments: Attachment[],
  ids: StoredIds,
  receivedAt: Date,
): NewEvent<'message.received'> {
  return {
    type: 'message.received',
    tenantId: account.tenantId,
    channel: account.channel,
    conversationId: ids.conversationId,
    createdAt: receivedAt,
    data: {
      channel: account.channel,
      conversation_id: ids.conversationId,
      message_id: ids.messageId,
      from: item.from.address,
      account: accountRef(account),
      text: item.text,
      attachments,
      ...inGroup(item),
      received_at: receivedAt.toISOString(),
      reply_until: windowAfter(account.channel, item.at)?.toISOString() ?? null,
      provider_message_id: item.providerMessageId,
      sender: senderOf(item.from),
      ...(item.chat ? { chat: item.chat } : {}),
      reply_to: ids.replyTo,
      ...(item.quote === undefined ? {} : { quote: item.quote }),
      ...(item.interactive ? { interactive: item.interactive } : {}),
      ...toReceivedContent(item),
      ...inStandby(item),
    },
  };
}

/**
 * `message.sent` of a message that was sent from the linked handset or the account's inbox at the provider
 * (docs/reference/events.md#origins).
 */
export function messageSentElsewhere(
  account: ConnectedAccount,
  item: Item<'echo'>,
  attachments: Attachment[],
  ids: StoredIds,
  receivedAt: Date,
): NewEvent<'message.sent'> {
  return {
    type: 'message.sent',
    tenantId: account.tenantId,
    channel: account.channel,
    conversationId: ids.conversationId,
    createdAt: receivedAt,
    data: {
      channel: account.channel,
      conversation_id: ids.conversationId,
      message_id: String(ids.messageId),
      to: item.to.address,
      account: accountRef(account),
      text: item.text,
      attachments,
      origin: item.origin,
      template: null,
      provider_message_id: item.providerMessageId,
      sent_at: item.at.toISOString(),
      ...inGroup(item),
      ...inStandby(item),
    },
  };
}

/** The stored message of a receipt or reaction. */
export interface KnownMessage {
  messageId: string;
  conversationId: number;
  peer: string;
  providerMessageId: string | null;
}

/** `message.status` (docs/reference/events.md#messagestatus). */
export function messageStatus(
  account: ConnectedAccount,
  item: Pick<Item<'receipt'>, 'status' | 'at' | 'error' | 'participant' | 'pricing'>,
  message: KnownMessage,
  receivedAt: Date,
): NewEvent<'message.status'> {
  return {
    type: 'message.status',
    tenantId: account.tenantId,
    channel: account.channel,
    conversationId: message.conversationId,
    createdAt: receivedAt,
    data: {
      channel: account.channel,
      conversation_id: message.conversationId,
      message_id: message.messageId,
      to: message.peer,
      account: accountRef(account),
      status: item.status,
      at: item.at.toISOString(),
      error: item.status === 'failed' ? item.error : null,
      provider_message_id: message.providerMessageId,
      ...groupOf(message.peer, item.participant ?? account.number),
      ...(item.pricing ? { pricing: item.pricing } : {}),
    },
  };
}

/** `message.reaction` (docs/reference/events.md#messagereaction). */
export function messageReaction(
  account: ConnectedAccount,
  item: Pick<Item<'reaction'>, 'action' | 'at' | 'targetProviderId' | 'group'> & { from: { address: string } },
  shown: ShownReaction,
  message: Pick<KnownMessage, 'messageId' | 'conversationId'>,
  receivedAt: Date,
): NewEvent<'message.reaction'> {
  return {
    type: 'message.reaction',
    tenantId: account.tenantId,
    channel: account.channel,
    conversationId: message.conversationId,
    createdAt: receivedAt,
    data: {
      channel: account.channel,
      conversation_id: message.conversationId,
      message_id: message.messageId,
      from: item.from.address,
      account: accountRef(account),
      emoji: shown.emoji,
      ...('pictureUrl' in shown ? { emoji_url: shown.pictureUrl } : {}),
      action: item.action,
      at: item.at.toISOString(),
      provider_message_id: item.targetProviderId,
      ...inGroup(item),
    },
  };
}
