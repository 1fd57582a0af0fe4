import type { OutboundMessage } from '@parley/providers/outbound-message';
import type { SendOutcome } from '@parley/providers/send-outcome';
import type { ChannelSender, SendingAccount } from '../../domain/channel-sender.ts';
import { sendParts } from './send-parts.ts';

export interface MetaPageSenderDeps<Body> {
  sendToPerson(senderId: string, token: string, body: Body, limitMs: number): Promise<SendOutcome>;
  bodiesOf(message: OutboundMessage, messageId: string): Body[];
  privateReplyOf(commentId: string, text: string, messageId: string): Body;
  /** The page that sends: the account itself (fb), or its linked page (ig). */
  senderIdOf(account: SendingAccount): string;
  /** Called when a text could not be sent after its file was accepted. */
  reportLostText(messageId: string, outcome: SendOutcome): void;
}

/**
 * Sends to a person on fb or ig: the file first, the text second, under one message id (docs/reference/sends.md#media).
 */
export function makeMetaPageSender<Body>(deps: MetaPageSenderDeps<Body>): ChannelSender {
  return {
    send(account, message, messageId, timeoutMs) {
      const { access_token: token = '' } = account.credentials;
      const senderId = deps.senderIdOf(account);
      const bodies =
        message.commentId === null
          ? deps.bodiesOf(message, messageId)
          : [deps.privateReplyOf(message.commentId, message.text, messageId)];
      const parts = bodies.map((body) => (leftMs: number) => deps.sendToPerson(senderId, token, body, leftMs));
      return sendParts(parts, timeoutMs, (outcome) => deps.reportLostText(messageId, outcome));
    },
  };
}
