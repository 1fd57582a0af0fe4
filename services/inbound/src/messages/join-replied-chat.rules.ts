import { chatIdOf } from '@parley/providers/telegram/telegram-chat';
import type { ItemOf } from '../batch/addressed.rules.ts';

/** The conversation of an answered message. */
export interface RepliedChat {
  peer: string;
  name: string | null;
}

/**
 * Puts a message without a chat (a vote on tg) into the conversation of the message that it answers; in a group the
 * author becomes the member who wrote it. The poll may have been forwarded: where the voter is not the person of the
 * private chat, the vote stays in the voter's own chat.
 */
export function joinRepliedChat(item: ItemOf<'message'>, { peer, name }: RepliedChat): ItemOf<'message'> {
  const { from } = item;
  const chatId = chatIdOf(peer);
  if (chatId < 0) {
    const type = peer.startsWith('-100') ? 'supergroup' : 'group';
    return { ...item, from: { ...from, address: peer, id: from.address }, chat: { type, title: name } };
  }
  return chatId === Number(from.address) ? { ...item, from: { ...from, address: peer } } : item;
}
