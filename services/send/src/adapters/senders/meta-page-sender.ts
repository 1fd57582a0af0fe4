import type { OutboundMessage } from '@parley/providers/outbound-message';
import type { SendOutcome } from '@parley/providers/send-outcome';
import type { Logger } from '@parley/runtime/logger';
import type { ChannelSender, SendingAccount } from '../../domain/channel-sender.ts';
import { sendParts } from './send-parts.ts';

/** How fb and ig differ. */
export interface MetaPage<Body> {
  sendToPerson(senderId: string, token: string, body: Body, limitMs: number): Promise<SendOutcome>;
  bodiesOf(message: OutboundMessage, messageId: string): Body[];
  privateReplyOf(commentId: string, text: string, messageId: string): Body;
  /** The page that sends: the account itself (fb), or its linked page (ig). */
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
      const parts = bodies.map((body) => (leftMs: number) => page.sendToPerson(senderId, token, body, leftMs));
      return sendParts(parts, timeoutMs, messageId, page.logger);
    },
  };
}
