import type { OutboundMessage } from '@parley/providers/outbound-message';
import type { SendOutcome } from '@parley/providers/send-outcome';

/** The account that sends a message. */
export interface SendingAccount {
  id: number;
  tenantId: number;
  externalId: string;
  /** Decrypted provider credentials. */
  credentials: Record<string, string>;
}

/** A file that is uploaded with the message, where the provider accepts no URL (tt). */
export interface UploadFile {
  bytes: Uint8Array;
  filename: string;
  mimeType: string;
}

/** A message with the extra values that some channels need. */
export interface MessageToSend extends OutboundMessage {
  file: UploadFile | null;
  /** The provider's own id of the conversation (tt); the topic that the person last wrote in (tg). */
  threadId: string | null;
  /** The comment that it answers privately (fb, ig). */
  commentId: string | null;
}

/** Sends one message to a channel's provider with one call; callers decide on retries. */
export interface ChannelSender {
  send(account: SendingAccount, message: MessageToSend, messageId: string, timeoutMs: number): Promise<SendOutcome>;
}
