import type { Camel } from '@parley/common/casing/camel';
import { CHANNELS, type Channel } from '@parley/common/channels';
import type { ConversationMessage, ConversationView } from '@parley/common/contracts/operator/conversations';
import type { ReadConversation } from '@parley/common/contracts/reading/conversations';
import type { ReadMessage } from '@parley/common/contracts/reading/messages';
import type { z } from 'zod';

/** The channels that bound what a key reads; undefined: it may use every channel. */
export const boundsOf = (channels: readonly Channel[]): readonly Channel[] | undefined =>
  CHANNELS.every((channel) => channels.includes(channel)) ? undefined : channels;

/** A conversation as a key reads it (docs/reference/reading.md#conversations). */
export const toReadConversation = ({
  id,
  kind,
  channel,
  account,
  peer,
  contactId,
  name,
  status,
  snoozed,
  unread,
  labels,
  replyUntil,
  lastMessage,
  lastMessageAt,
  createdAt,
  threadOwner,
  handover,
}: Camel<z.infer<typeof ConversationView>>): Camel<z.infer<typeof ReadConversation>> => ({
  conversationId: id,
  kind,
  channel,
  account,
  peer,
  contactId,
  name,
  status,
  isSnoozed: snoozed !== null,
  unread,
  waiting: status === 'open' && snoozed === null && lastMessage?.direction === 'in',
  labels: labels.map(({ title }) => title),
  replyUntil,
  lastMessage: lastMessage && {
    direction: lastMessage.direction,
    text: lastMessage.text,
    kind: lastMessage.kind,
    status: lastMessage.status,
    at: lastMessage.at,
  },
  lastActivityAt: lastMessageAt,
  createdAt,
  ...(threadOwner === undefined ? {} : { threadOwner }),
  ...(handover === undefined ? {} : { handover }),
});

/** A message as a key reads it (docs/reference/reading.md#messages). */
export function toReadMessage(
  message: Camel<z.infer<typeof ConversationMessage>>,
  { peer, accountId }: { peer: string; accountId: string },
): Camel<z.infer<typeof ReadMessage>> {
  const isIn = message.direction === 'in';
  return {
    messageId: message.messageId,
    direction: message.direction,
    origin: message.origin,
    from: isIn ? (message.author ?? peer) : accountId,
    to: isIn ? accountId : peer,
    status: message.status,
    text: message.text,
    attachments: message.attachments.map(({ width: _width, height: _height, ...file }) => file),
    content: message.content,
    interactive: message.interactive,
    template: message.template,
    replyTo: message.replyTo,
    reactions: message.reactions,
    error: message.error,
    ...(message.held ? { held: true as const } : {}),
    ...(message.sendAt === undefined ? {} : { sendAt: message.sendAt }),
    at: message.at,
    editedAt: message.editedAt,
    deletedAt: message.revokedAt,
    ...(message.standby === undefined ? {} : { standby: message.standby }),
  };
}

/** Results that one page of a search examines for a key that may not use every channel. */
export const MAX_EXAMINED = 100;

/** The channels that a search shows: the key's own, or one of them. */
export const allowedChannels = (own: readonly Channel[], wanted: Channel | undefined): readonly Channel[] =>
  wanted === undefined ? own : own.filter((channel) => channel === wanted);

/** How many results a page of `limit` examines, because those of other channels are left out. */
export const examinedFor = (allowed: readonly Channel[], limit: number): number =>
  boundsOf(allowed) === undefined ? limit : Math.max(limit, MAX_EXAMINED);

/** The rows of a page, and the row after which the next page starts; null where there is none. */
interface Picked<Row> {
  shown: Row[];
  last: Row | null;
}

/** Picks at most `limit` rows of the allowed channels from the first `examined` of `rows`, which has one more if there are more. */
export function pickAllowed<Row extends { channel: Channel }>(
  rows: readonly Row[],
  allowed: readonly Channel[],
  { limit, examined }: { limit: number; examined: number },
): Picked<Row> {
  const shown: Row[] = [];
  const looked = rows.slice(0, examined);
  let last: Row | null = null;
  for (const row of looked) {
    const isAllowed = allowed.includes(row.channel);
    if (isAllowed && shown.length === limit) return { shown, last };
    if (isAllowed) shown.push(row);
    last = row;
  }
  return { shown, last: rows.length > examined ? last : null };
}
