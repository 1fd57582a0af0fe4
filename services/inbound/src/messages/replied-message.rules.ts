import type { PollAnswer } from '@parley/common/messages/received-content';
import { chatIdOf } from '@parley/providers/telegram/telegram-chat';
import type { ItemOf } from '../batch/inbound-message.rules.ts';

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

type Vote = PollAnswer['options'][number];

/** Whether the provider names only one of the position and the title of an option. */
export const isHalfNamed = (item: ItemOf<'message' | 'echo'>): boolean =>
  item.kind === 'message' &&
  (item.pollAnswer?.options ?? []).some(({ index, title }) => index === null || title === null);

function complete({ index, title }: Vote, options: readonly string[]): Vote {
  const found = title === null ? -1 : options.indexOf(title);
  return {
    index: index ?? (found < 0 ? null : found),
    title: title ?? (index === null ? null : (options[index] ?? null)),
  };
}

/**
 * A vote with the positions and titles of its options, from the options of the poll; its text is the titles, where the
 * provider gives none.
 */
export function nameVotes(item: ItemOf<'message'>, options: readonly string[]): ItemOf<'message'> {
  const votes = (item.pollAnswer?.options ?? []).map((vote) => complete(vote, options));
  const text = item.text || votes.flatMap(({ title }) => title ?? []).join(', ');
  return { ...item, text, pollAnswer: { options: votes } };
}
