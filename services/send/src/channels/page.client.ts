import { reactionAction, typingAction } from '@parley/providers/graph/sender-action';
import type { PageCalls } from '@parley/providers/instagram/page-calls';
import type { OutboundMessage } from '@parley/providers/sent/outbound-message';
import type { SendOutcome } from '@parley/providers/sent/send-outcome';
import type { Logger } from '@parley/runtime/logger';
import type { ChannelActs, ChannelSender, SendingAccount } from './channel.rules.ts';
import { sendParts } from './send-parts.client.ts';

/** How fb and ig differ. */
interface MetaPage<Body> {
  /** The calls of the host that accepts these credentials. */
  callsOf(credentials: SendingAccount['credentials']): {
    sendToPerson(senderId: string, token: string, body: Body, limitMs: number): Promise<SendOutcome>;
  };
  bodiesOf(message: OutboundMessage, messageId: string): Body[];
  privateReplyOf(commentId: string, text: string, messageId: string): Body;
  /** The sender in the path of the call: the account itself (fb), its linked page or its own login (ig). */
  senderIdOf(account: SendingAccount): string;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Sends to a person on fb or ig: the file first, the text second, under one message id (docs/reference/sends.md#media).
 */
export function makeMetaPageSender<Body>(page: MetaPage<Body>): ChannelSender {
  return {
    send(account, message, messageId, timeoutMs) {
      const { access_token: token = '' } = account.credentials;
      const senderId = page.senderIdOf(account);
      const bodies =
        message.commentId === null
          ? page.bodiesOf(message, messageId)
          : [page.privateReplyOf(message.commentId, message.text, messageId)];
      const { sendToPerson } = page.callsOf(account.credentials);
      const parts = bodies.map((body) => (leftMs: number) => sendToPerson(senderId, token, body, leftMs));
      return sendParts(parts, timeoutMs, messageId, page.logger);
    },
  };
}

/** How fb and ig differ. */
interface MetaPageChat {
  callsOf(credentials: SendingAccount['credentials']): Pick<PageCalls, 'act' | 'controlThread'>;
  /** As for a send. */
  senderIdOf(account: SendingAccount): string;
  /** The platform's name of a reaction. */
  reactionOf(emoji: string): string;
}

/** Sender actions of fb and ig; a read mark is that of the whole chat (docs/reference/fb.md#sender-actions). */
export function makeMetaPageActs({ callsOf, senderIdOf, reactionOf }: MetaPageChat): ChannelActs {
  const tokenOf = ({ credentials: { access_token: token = '' } }: SendingAccount): string => token;
  return {
    react(account, { peer, providerMessageId }, emoji, timeoutMs) {
      const action = reactionAction(providerMessageId, emoji === null ? null : reactionOf(emoji));
      return callsOf(account.credentials).act(senderIdOf(account), tokenOf(account), peer, action, timeoutMs);
    },
    markRead: (account, { peer }, timeoutMs) =>
      callsOf(account.credentials).act(
        senderIdOf(account),
        tokenOf(account),
        peer,
        { sender_action: 'mark_seen' },
        timeoutMs,
      ),
    showTyping: (account, { peer }, state, timeoutMs) =>
      callsOf(account.credentials).act(
        senderIdOf(account),
        tokenOf(account),
        peer,
        typingAction(state === 'off' ? 'off' : 'typing'),
        timeoutMs,
      ),
    controlThread: (account, control, timeoutMs) =>
      callsOf(account.credentials).controlThread(senderIdOf(account), tokenOf(account), control, timeoutMs),
  };
}
