import type { Camel } from '@parley/common/casing/camel';
import type { Channel } from '@parley/common/channels';
import { CHANNELS } from '@parley/common/channels';
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
    ...(message.sendAt === undefined ? {} : { sendAt: message.sendAt }),
    at: message.at,
    editedAt: message.editedAt,
    deletedAt: message.revokedAt,
  };
}
