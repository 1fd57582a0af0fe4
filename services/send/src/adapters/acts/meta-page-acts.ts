import type { MessengerClient } from '@parley/providers/graph/messenger-client';
import { reactionAction, typingAction } from '@parley/providers/graph/sender-action';
import type { ChannelActs } from '../../domain/channel-acts.ts';
import type { SendingAccount } from '../../domain/channel-sender.ts';

/** How fb and ig differ. */
export interface MetaPageChat {
  act: MessengerClient['act'];
  /** The page that acts: the account itself (fb), or its linked page (ig). */
  senderIdOf(account: SendingAccount): string;
  /** The platform's name of a reaction. */
  reactionOf(emoji: string): string;
}

/** Sender actions of fb and ig; a read mark is that of the whole chat (docs/reference/fb.md#sender-actions). */
export function makeMetaPageActs({ act, senderIdOf, reactionOf }: MetaPageChat): ChannelActs {
  const tokenOf = ({ credentials: { access_token: token = '' } }: SendingAccount): string => token;
  return {
    react(account, { peer, providerMessageId }, emoji, timeoutMs) {
      const action = reactionAction(providerMessageId, emoji === null ? null : reactionOf(emoji));
      return act(senderIdOf(account), tokenOf(account), peer, action, timeoutMs);
    },
    markRead: (account, { peer }, timeoutMs) =>
      act(senderIdOf(account), tokenOf(account), peer, { sender_action: 'mark_seen' }, timeoutMs),
    showTyping: (account, { peer }, state, timeoutMs) =>
      act(senderIdOf(account), tokenOf(account), peer, typingAction(state === 'off' ? 'off' : 'typing'), timeoutMs),
  };
}
