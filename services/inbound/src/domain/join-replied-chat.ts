import { chatIdOf } from '@parley/providers/telegram/telegram-chat';
import type { ItemOf } from './addressed.ts';

/** The conversation of the message that another one answers. */
export interface RepliedChat {
  peer: string;
  name: string | null;
}

/**
 * A message without a chat (a vote on tg), in the conversation of the message that it answers: in a group its author is
 * one of the members. The poll may have been forwarded: a vote by anybody else than the person of a private chat stays
 * in the voter's own chat.
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
