import type { Attachment, Interactive } from '@parley/common/events';
import type { ReceivedContent } from '@parley/common/received-content';
import type { InboundItem, InboundSender } from '@parley/providers/inbound-item';
import { toReceivedContent } from '@parley/providers/tidy-facts';
import type { ConnectedAccount } from '../batch/connected-account.rules.ts';
import { type StoredFile, storeAttachment } from './store-attachment.rules.ts';

type MessageItem = Extract<InboundItem, { kind: 'message' | 'echo' }>;

/** A message of a customer, or one that the account sent elsewhere, before it is stored. */
export interface NewMessage {
  tenantId: number;
  channel: ConnectedAccount['channel'];
  channelAccountId: number;
  direction: 'in' | 'out';
  origin: 'customer' | 'phone' | 'dashboard';
  status: 'received' | 'sent';
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
  /** The chosen option, other content, the author in a group, and the quoted message that is not stored yet. */
  extra:
    | (ReceivedContent & {
        interactive: Interactive | null;
        author?: string[];
        author_name?: string | null;
        quotes?: string;
      })
    | null;
  replyToProviderId: string | null;
}

/** A message with its id, and its conversation. */
export interface PlacedMessage extends NewMessage {
  id: string;
  conversationId: number;
  /** The stored message that it replies to, or null. */
  replyToId: string | null;
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
  if (item.kind === 'echo') return null;
  const { group, chat, from } = item;
  const content = { interactive: item.interactive, ...toReceivedContent(item) };
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
