import type { Sql } from '@parley/database/sql';
import { findMessageIds } from '@parley/messaging/people/find-message-ids';
import {
  type ConversationFacts,
  upsertConversations,
  writeConversations,
} from '@parley/messaging/people/upsert-conversations';
import {
  findFresh,
  findInnerReplies,
  joinConversations,
  type MessageName,
  nameKey,
  repliedBy,
} from '../domain/decide-messages.ts';
import type { NewMessage } from '../domain/new-message.ts';
import { insertFiles, insertMessages, type PlacedMessage, pointReplies } from '../storage/message-store.ts';

/** A message that has been stored. */
export interface StoredMessage extends PlacedMessage {
  id: string;
  /** Its position among those that were given. */
  position: number;
  /** Whether something that came before it waits for it. */
  hasPending: boolean;
}

interface Placed {
  position: number;
  message: PlacedMessage;
  conversation: ConversationFacts;
}

/** Our ids of messages, by {@link nameKey}; of those alone that are stored. */
async function findIds(sql: Sql, names: readonly MessageName[]): Promise<Map<string, string>> {
  const ids = await findMessageIds(sql, names);
  const known = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const id = ids[index];
    if (id) known.set(nameKey(name), id);
  }
  return known;
}

const beginningOf = (message: NewMessage) => ({
  ...message,
  peer: message.addresses[0] ?? '',
  providerThreadId: message.threadId,
  lastInboundAt: message.direction === 'in' ? message.happenedAt : null,
  lastMessageAt: message.happenedAt,
});

/** Those that are new, each with its conversation, which is locked from here on. */
async function place(sql: Sql, messages: readonly NewMessage[]): Promise<Placed[]> {
  const replied = messages.flatMap((message) => repliedBy(message) ?? []);
  const known = await findIds(sql, [...messages, ...replied]);
  const fresh = findFresh(messages, new Set(known.keys()));
  const conversations = await upsertConversations(
    sql,
    fresh.map(({ message }) => beginningOf(message)),
  );
  return fresh.flatMap(({ message, position }, index) => {
    const conversation = conversations[index];
    const answered = repliedBy(message);
    const replyToId = (answered && known.get(nameKey(answered))) ?? null;
    return conversation
      ? [{ position, conversation, message: { ...message, conversationId: conversation.id, replyToId } }]
      : [];
  });
}

/** Points replies to earlier messages of the same batch, which have their ids only now. */
async function pointWithin(
  sql: Sql,
  stored: readonly StoredMessage[],
  batch: readonly Placed[],
): Promise<StoredMessage[]> {
  const inner = findInnerReplies(batch.map(({ message }) => message));
  const open = stored.flatMap((message) => {
    const answered = inner.get(nameKey(message));
    return answered && message.replyToId === null ? [{ id: message.id, answered }] : [];
  });
  if (open.length === 0) return [...stored];
  const ids = await findIds(
    sql,
    open.map(({ answered }) => answered),
  );
  const replies = open.flatMap(({ id, answered }) => {
    const replyToId = ids.get(nameKey(answered));
    return replyToId === undefined ? [] : [{ id, replyToId }];
  });
  await pointReplies(sql, replies);
  const pointed = new Map(replies.map(({ id, replyToId }) => [id, replyToId]));
  return stored.map((message) => ({ ...message, replyToId: pointed.get(message.id) ?? message.replyToId }));
}

/**
 * Stores messages that are not stored yet, with contact, conversation and files; a repeated one changes nothing. The
 * insertion alone decides that a message is new: another transaction may be storing the same one. Returns those that are
 * new, in their order.
 */
export async function storeMessages(sql: Sql, messages: readonly NewMessage[]): Promise<StoredMessage[]> {
  const placed = await place(sql, messages);
  const inserted = await insertMessages(
    sql,
    placed.map(({ message }) => message),
  );
  const rows = new Map(inserted.map((row) => [nameKey(row), row]));
  const isStored = ({ message }: Placed): boolean => rows.has(nameKey(message));
  const stored = placed.flatMap(({ message, position }) => {
    const row = rows.get(nameKey(message));
    return row ? [{ ...message, position, id: row.id, hasPending: row.hasPending }] : [];
  });
  await writeConversations(sql, joinConversations(placed.filter(isStored)));
  await insertFiles(
    sql,
    stored.flatMap(({ id, tenantId, channelAccountId, files }) =>
      files.map((file) => ({ ...file, tenantId, channelAccountId, messageId: id })),
    ),
  );
  return pointWithin(sql, stored, placed);
}
