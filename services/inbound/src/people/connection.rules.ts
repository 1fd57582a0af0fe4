import { connectionIdOf, throughConnection } from '@parley/providers/telegram/telegram-chat';
import type { AddressedItem } from '../batch/inbound-message.rules.ts';

/** A connection of a bot to a person's own account. */
export interface NamedConnection {
  channelAccountId: number;
  connectionId: string;
}

/** The value of an item that names its chat: an address, or the id of a message. */
function chatValueOf({ account, item }: AddressedItem): string | null {
  if (account.channel !== 'tg') return null;
  switch (item.kind) {
    case 'message':
      return item.from.address;
    case 'echo':
      return item.to.address;
    case 'edited':
    case 'revoked':
      return item.providerMessageId;
    default:
      return null;
  }
}

/** The business connection that an item came through; null where there is none. */
export function connectionOf(entry: AddressedItem): NamedConnection | null {
  const value = chatValueOf(entry);
  const connectionId = value === null ? null : connectionIdOf(value);
  return connectionId === null ? null : { channelAccountId: entry.account.id, connectionId };
}

/** A connection with the person whose account it is. */
export interface OwnedConnection extends NamedConnection {
  tenantId: number;
  ownerId: string;
  connectedAt: Date;
  isEnabled: boolean;
}

/**
 * The connection of a message that its owner wrote, which names them: it may be older than the bot's connection to Parley,
 * so that Telegram has never reported it here.
 */
export function ownedConnection({ account, item }: AddressedItem): OwnedConnection | null {
  const connection = connectionOf({ account, item });
  if (connection === null || item.kind !== 'echo' || item.ownerId === undefined) return null;
  const { tenantId } = account;
  return { ...connection, tenantId, ownerId: item.ownerId, connectedAt: item.at, isEnabled: true };
}

/** The address of the owner's first connection; the given one stays an alias, which joins a chat that began with it. */
const continued = <Peer extends { address: string; aliases: string[] }>(peer: Peer, firstId: string): Peer => ({
  ...peer,
  address: throughConnection(peer.address, firstId),
  aliases: [...peer.aliases, peer.address],
});

/**
 * An item of a business chat in the words of the owner's first connection, so that a later connection continues the
 * same conversation (docs/reference/tg.md#business-connections). Telegram numbers the messages of a person's account,
 * so a message has the same number through every connection.
 */
export function continueChat({ account, item }: AddressedItem, firstId: string): AddressedItem {
  const named = (value: string): string => throughConnection(value, firstId);
  switch (item.kind) {
    case 'message': {
      const { providerMessageId, replyToProviderId: replied, from } = item;
      const replyToProviderId = replied === null ? null : named(replied);
      const ids = { providerMessageId: named(providerMessageId), replyToProviderId };
      return { account, item: { ...item, ...ids, from: continued(from, firstId) } };
    }
    case 'echo':
      return {
        account,
        item: { ...item, providerMessageId: named(item.providerMessageId), to: continued(item.to, firstId) },
      };
    case 'edited':
    case 'revoked':
      return { account, item: { ...item, providerMessageId: named(item.providerMessageId) } };
    default:
      return { account, item };
  }
}
