import { at } from '@parley/common/at';
import type { Attachment, Interactive } from '@parley/common/events';
import { cleanFileFacts } from '@parley/common/files/file-facts';
import { makeId } from '@parley/common/ids';
import type { Score } from '@parley/common/messages/rating';
import type { ReceivedContent } from '@parley/common/messages/received-content';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import { conversationAfterMessage } from '@parley/messaging/people/domain/conversation-after-message';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import type { ReportedConversation } from '@parley/messaging/people/upsert-conversations';
import type { InboundAttachment, InboundItem, InboundSender } from '@parley/providers/received/inbound-item';
import { toReceivedContent } from '@parley/providers/received/tidy-facts';
import type { ConnectedAccount } from '../batch/account.rules.ts';
import type { AddressedMessage, SpokenConsent } from '../batch/inbound-message.rules.ts';

type MessageItem = Extract<InboundItem, { kind: 'message' | 'echo' }>;

/** A message of a customer, or one that the account sent elsewhere, before it is stored. */
export interface NewMessage {
  tenantId: number;
  channel: ConnectedAccount['channel'];
  channelAccountId: number;
  direction: 'in' | 'out';
  origin: 'customer' | 'phone' | 'dashboard';
  /** A message of a history may have been delivered or read. */
  status: 'received' | 'sent' | 'delivered' | 'read';
  providerMessageId: string;
  /** Addresses of the conversation's peer; the first is the one to send to. */
  addresses: string[];
  name: string | null;
  username: string | null;
  /** `+` and digits. */
  phone: string | null;
  /** The provider's own id of the conversation (tt). */
  threadId: string | null;
  happenedAt: Date;
  text: string;
  attachments: Attachment[];
  files: StoredFile[];
  /** The chosen option, other content, the author in a group, the quoted message that is not stored yet, and whether its file is. */
  extra:
    | (ReceivedContent & {
        interactive: Interactive | null;
        author?: string[];
        author_name?: string | null;
        quotes?: string;
        /** Another app had the thread. */
        standby?: true;
        placeholder?: true;
      })
    | null;
  replyToProviderId: string | null;
}

/** The row of a message with its id, and its conversation. */
export interface PlacedMessage extends NewMessage {
  id: string;
  conversationId: number;
  /** The stored message that it replies to, or null. */
  replyToId: string | null;
}

/** The answer of a satisfaction question, which a message gives. */
export interface Rating {
  id: string;
  score: Score;
  conversationId: number;
  messageId: string;
}

/** A new message with its locked conversation: {@link InboundMessage} before anything is decided. */
export interface PlacedInbound extends AddressedMessage {
  /** Its row. */
  message: PlacedMessage;
  /** Its conversation, as it was before all messages of the batch. */
  conversation: ConversationFacts;
  /** The data of platform events about the conversation. */
  platform: ReportedConversation;
  /** Whether the tenant has a bot that may answer. */
  hasBot: boolean;
  /** Whether an update waits for the message; null: not looked up. */
  isAwaited: boolean | null;
}

/**
 * A message of a customer, or one that the account sent elsewhere, from the batch to the commit. The record gains members
 * on its way: its account and item where it is addressed, its row and conversation where it is placed, the others where
 * it is decided.
 */
export interface InboundMessage extends PlacedInbound {
  event: OutboxRow;
  /** Set when it is a stop or start word. */
  consent: SpokenConsent | null;
  /** Set when it answers a satisfaction question: it neither opens the conversation nor gets a reply. */
  rating: Rating | null;
}

const NOBODY = { name: null, username: null, phone: null };

/** The peer of the conversation: a group is one peer, regardless of its author (docs/reference/events.md#groups). */
function peerOf(item: MessageItem): InboundSender {
  if (item.group) return { ...NOBODY, address: item.group.group_jid, aliases: [] };
  if (item.kind === 'echo') return { ...NOBODY, ...item.to };
  return item.chat ? { ...item.from, name: item.chat.title, username: null } : item.from;
}

/** The stored content of a message besides its text and files. */
export function extraOf(item: MessageItem): NewMessage['extra'] {
  const standby = item.isStandby ? { standby: true as const } : {};
  if (item.kind === 'echo') return item.isStandby ? { interactive: null, ...standby } : null;
  const { group, chat, from } = item;
  const content = { interactive: item.interactive, ...toReceivedContent(item), ...standby };
  if (group) return { ...content, author: [from.address, ...from.aliases] };
  return chat && from.id !== undefined ? { ...content, author: [from.id], author_name: from.name } : content;
}

/** `addressOf` returns our address of a file by the id of its attachment. */
export function toNewMessage(
  account: ConnectedAccount,
  item: MessageItem,
  addressOf: (attachmentId: string) => string,
): NewMessage {
  const isIncoming = item.kind === 'message';
  const attachments = item.attachments.map((part) => storeAttachment(part, addressOf));
  const { address, aliases, name, username, phone, threadId } = peerOf(item);
  return {
    tenantId: account.tenantId,
    channel: account.channel,
    channelAccountId: account.id,
    direction: isIncoming ? 'in' : 'out',
    origin: isIncoming ? 'customer' : item.origin,
    status: isIncoming ? 'received' : 'sent',
    providerMessageId: item.providerMessageId,
    addresses: [...new Set([address, ...aliases])],
    name,
    username,
    phone,
    threadId: threadId ?? null,
    happenedAt: item.at,
    text: item.text,
    attachments: attachments.map(({ shown }) => shown),
    files: attachments.flatMap(({ file }) => file ?? []),
    extra: extraOf(item),
    replyToProviderId: isIncoming ? item.replyToProviderId : null,
  };
}

/** A stored reference to a file, to fetch it from the provider on demand. */
interface StoredFile {
  id: string;
  type: string;
  providerMediaId: string | null;
  sourceUrl: string | null;
  mimeType: string | null;
  filename: string | null;
  size: number | null;
}

interface StoredAttachment {
  shown: Attachment;
  file: StoredFile | null;
}

/**
 * The API form of an attachment, and its file, if it has one
 * (docs/reference/events.md#attachments).
 */
export function storeAttachment(attachment: InboundAttachment, addressOf: (id: string) => string): StoredAttachment {
  const id = makeId('att');
  const fetchable = attachment.providerMediaId !== null || attachment.url !== null;
  const { mimeType, filename, size } = cleanFileFacts(attachment);
  const shown: Attachment = {
    id,
    type: attachment.type,
    url: fetchable ? addressOf(id) : null,
    mime_type: mimeType,
    filename,
    size,
    // safe: parsed from the provider's JSON
    payload: attachment.payload as Attachment['payload'],
  };
  if (!fetchable) return { shown, file: null };
  return {
    shown,
    file: {
      id,
      type: attachment.type,
      providerMediaId: attachment.providerMediaId,
      sourceUrl: attachment.url,
      mimeType,
      filename,
      size,
    },
  };
}

/** A message by the provider's id. */
export interface MessageName {
  channelAccountId: number;
  providerMessageId: string;
}

export const nameKey = ({ channelAccountId, providerMessageId }: MessageName): string =>
  `${channelAccountId} ${providerMessageId}`;

/** The messages that are neither stored nor duplicates within the batch, with their positions; the others are repeats. */
export function findFresh<Message extends MessageName>(
  messages: readonly Message[],
  stored: ReadonlySet<string>,
): { message: Message; position: number }[] {
  const seen = new Set(stored);
  return messages.flatMap((message, position) => {
    const key = nameKey(message);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ message, position }];
  });
}

/** The conversation of a message, as it is created when there is none. */
export const beginningOf = (message: NewMessage) => ({
  ...message,
  peer: at(message.addresses, 0),
  providerThreadId: message.threadId,
  lastInboundAt: message.direction === 'in' ? message.happenedAt : null,
  lastMessageAt: message.happenedAt,
  startedBy: message.origin,
});

/** A message that may answer another. */
interface ReplyingMessage extends MessageName {
  replyToProviderId: string | null;
}

/** The message that a message answers, or null. */
export const repliedBy = ({ channelAccountId, replyToProviderId }: ReplyingMessage): MessageName | null =>
  replyToProviderId === null ? null : { channelAccountId, providerMessageId: replyToProviderId };

/** The earlier messages of the same batch that messages reply to, by message key: these have no id yet. */
export function findInnerReplies(messages: readonly ReplyingMessage[]): Map<string, MessageName> {
  const earlier = new Set<string>();
  const replies = new Map<string, MessageName>();
  for (const message of messages) {
    const replied = repliedBy(message);
    if (replied && earlier.has(nameKey(replied))) replies.set(nameKey(message), replied);
    earlier.add(nameKey(message));
  }
  return replies;
}

/** A message, and its conversation as it was before the batch. */
export interface JoiningMessage {
  message: Pick<NewMessage, 'direction' | 'happenedAt' | 'addresses' | 'threadId'> & { id: string };
  conversation: ConversationFacts;
  /** Set when it answers a satisfaction question. */
  rating?: object | null;
}

/** The changed conversations after all of their messages, in order of arrival. */
export function joinConversations(joining: readonly JoiningMessage[]): ConversationFacts[] {
  const changed = new Map<number, ConversationFacts>();
  for (const { message, conversation, rating } of joining) {
    const before = changed.get(conversation.id) ?? conversation;
    const after = conversationAfterMessage(before, {
      id: message.id,
      direction: message.direction,
      at: message.happenedAt,
      peer: message.addresses[0] ?? before.peer,
      providerThreadId: message.threadId,
      isQuiet: rating != null,
    });
    if (after !== before) changed.set(after.id, after);
  }
  return [...changed.values()];
}

/**
 * The provider's id of the message that a message of a linked device quotes and that is not stored yet: an import of the
 * phone's history may still store it (docs/reference/wd.md#history).
 */
export const awaitedQuote = ({
  channel,
  replyToId,
  replyToProviderId,
}: Pick<PlacedMessage, 'channel' | 'replyToId' | 'replyToProviderId'>): string | null =>
  channel === 'wd' && replyToId === null ? replyToProviderId : null;
