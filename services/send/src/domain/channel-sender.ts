import type { OutboundMessage } from '@parley/providers/outbound-message';
import type { SendOutcome } from '@parley/providers/send-outcome';

/** The account that a message leaves from. */
export interface SendingAccount {
  id: number;
  tenantId: number;
  externalId: string;
  /** Decrypted provider credentials. */
  credentials: Record<string, string>;
}

/** A file that is uploaded with the message, where the provider takes no address (tt). */
export interface UploadFile {
  bytes: Uint8Array;
  filename: string;
  mimeType: string;
}

/** A message with what single channels need beside it. */
export interface MessageToSend extends OutboundMessage {
  file: UploadFile | null;
  /** The provider's own id of the conversation (tt). */
  threadId: string | null;
  /** The comment that it answers in private (fb, ig). */
  commentId: string | null;
}

/** What became of a message; `furtherIds` are the provider's ids of what followed the first part under one message id. */
export type HandedOver =
  | Exclude<SendOutcome, { kind: 'accepted' }>
  | (Extract<SendOutcome, { kind: 'accepted' }> & { furtherIds?: readonly string[] });

/** Hands one message to a channel's provider, once: what to do about the outcome is decided above it. */
export interface ChannelSender {
  send(account: SendingAccount, message: MessageToSend, messageId: string, timeoutMs: number): Promise<HandedOver>;
}

/** Which error code tells a provider's refusal. */
export const REFUSAL_CODES = {
  graph: 'graph_error',
  telegram: 'telegram_error',
  tiktok: 'tiktok_error',
  device: 'device_error',
} as const;
