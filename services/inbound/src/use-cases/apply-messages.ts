import { toOutboxRow } from '@parley/prisma/outbox/new-event';
import { messageReceived, messageSentElsewhere } from '../domain/build-events.ts';
import { type StoredAttachment, storeAttachment } from '../domain/store-attachment.ts';
import { type ContactName, findNames } from '../storage/contact-store.ts';
import { type MessageRow, type StoredMessageRow, storeMessages } from '../storage/item-store.ts';
import type { Addressed, Applied, ApplyContext, ItemOf, TouchedConversation } from './apply-context.ts';

/** A message of a customer, or one that the account sent elsewhere. */
export type AddressedMessage = Addressed<'message'> | Addressed<'echo'>;

const NOBODY = { name: null, username: null, phone: null };

/** Whom the conversation is with: a group is one, whoever writes in it (source §2.7). */
function peerOf({ item }: AddressedMessage): ItemOf<'message'>['from'] {
  if (item.group) return { ...NOBODY, address: item.group.group_jid, aliases: [] };
  return item.kind === 'message' ? item.from : { ...NOBODY, ...item.to };
}

function toRow(message: AddressedMessage, ord: number, attachments: StoredAttachment[]): MessageRow {
  const { account, item } = message;
  const incoming = item.kind === 'message';
  const person = peerOf(message);
  return {
    ord,
    tenant_id: account.tenantId,
    channel: account.channel,
    channel_account_id: account.id,
    direction: incoming ? 'in' : 'out',
    origin: incoming ? 'customer' : item.origin,
    status: incoming ? 'received' : 'sent',
    provider_message_id: item.providerMessageId,
    addresses: [...new Set([person.address, ...person.aliases])],
    name: person.name,
    username: person.username,
    phone: person.phone,
    happened_at: item.at.toISOString(),
    text: item.text,
    attachments: attachments.map(({ shown }) => shown),
    files: attachments.flatMap(({ file }) => file ?? []),
    extra: incoming
      ? { button: item.button, ...(item.group ? { author: [item.from.address, ...item.from.aliases] } : {}) }
      : null,
    reply_to_provider_id: incoming ? item.replyToProviderId : null,
    thread_id: person.threadId ?? null,
  };
}

function toEvent(
  addressed: AddressedMessage,
  stored: StoredMessageRow,
  attachments: StoredAttachment[],
  receivedAt: Date,
) {
  const ids = {
    messageId: Number(stored.message_id),
    conversationId: Number(stored.conversation_id),
    replyTo: stored.reply_to,
  };
  const shown = attachments.map((attachment) => attachment.shown);
  const { account, item } = addressed;
  return item.kind === 'message'
    ? toOutboxRow(messageReceived(account, item, shown, ids, receivedAt))
    : toOutboxRow(messageSentElsewhere(account, item, shown, ids, receivedAt));
}

/** Conversations whose people the webhook does not name, as on fb and ig. */
const namelessConversations = (messages: readonly AddressedMessage[], rows: readonly StoredMessageRow[]): number[] =>
  rows.flatMap(({ ord, conversation_id: id }) => {
    const message = messages[ord];
    const isNameless =
      message?.item.kind === 'message' && (message.account.channel === 'fb' || message.account.channel === 'ig');
    return isNameless && id !== null ? [id] : [];
  });

/** The message with the sender's name as it has been learned before, where the webhook has none. */
function withName(message: AddressedMessage | undefined, known: ContactName | undefined): AddressedMessage | undefined {
  if (!message || !known || message.item.kind !== 'message') return message;
  const { from } = message.item;
  const named = { ...from, name: from.name ?? known.name, username: from.username ?? known.username };
  return { account: message.account, item: { ...message.item, from: named } };
}

/** What became of messages; `awaited` are those that other items have been waiting for. */
export interface AppliedMessages extends Applied {
  awaited: AddressedMessage[];
  /** Conversations with a message that was sent elsewhere: a watermark that they keep may cover it. */
  touched: TouchedConversation[];
}

/** Messages of customers, and those sent elsewhere: each is stored, and told, once. */
export async function applyMessages(
  context: ApplyContext,
  messages: readonly AddressedMessage[],
): Promise<AppliedMessages> {
  const attachments = messages.map(({ item }) =>
    item.attachments.map((part) => storeAttachment(part, context.mediaAddressOf)),
  );
  const rows = messages.map((message, ord) => toRow(message, ord, attachments[ord] ?? []));
  const stored = await storeMessages(context.sql, rows);
  const fresh = stored.filter(({ outcome }) => outcome === 'stored');
  const names = await findNames(context.sql, namelessConversations(messages, fresh));
  const receivedAt = context.now();
  const events = fresh.flatMap((row) => {
    const message = withName(messages[row.ord], names.get(Number(row.conversation_id)));
    return message ? [toEvent(message, row, attachments[row.ord] ?? [], receivedAt)] : [];
  });
  const awaited = fresh.filter((row) => row.has_pending).flatMap(({ ord }) => messages[ord] ?? []);
  const touched = fresh.flatMap(({ ord, conversation_id: conversationId }) => {
    const message = messages[ord];
    return message?.item.kind === 'echo' && conversationId !== null
      ? [{ account: message.account, conversationId }]
      : [];
  });
  return { stored: fresh.length, repeated: stored.length - fresh.length, events, awaited, touched, instanceIds: [] };
}
