import type { send } from '@parley/common/contracts/messages/send';
import type { InputOf } from '@parley/common/define-contract';
import type { Attachment } from '@parley/common/events';
import { type OutboundMedia, type OutboundMessage, PLAIN } from '@parley/providers/outbound-message';
import type { UploadFile } from './channel-sender.ts';
import type { SentFile } from './reservation.ts';

/** A send before its rules are checked. */
export type SendInput = InputOf<typeof send> & { uploadId?: string | undefined };

/** The tenant that sends. */
export interface Sender {
  tenantId: number;
  /** Key of the limits of name lookups. */
  key: string;
}

/** A send that passed all rules that need no database. */
export interface PreparedSend {
  message: OutboundMessage;
  attachments: Attachment[];
  files: SentFile[];
  /** The upload, where the provider accepts no URL. */
  file: UploadFile | null;
  /** Whether content that the channel cannot carry became lines of text. */
  isFallback: boolean;
  /** The message that it quotes; it goes to the conversation of that one. */
  quoted: { messageId: string; conversationId: number } | null;
}

/** A new attachment, and the URL at which Parley serves it. */
export interface OwnAddress {
  id: string;
  address: string;
}

/** The file of a message, in each form that is needed. */
export interface PreparedFile {
  media: OutboundMedia;
  attachment: Attachment;
  stored: SentFile;
  upload: UploadFile | null;
}

/** A message of text alone. */
export const textOnly = (to: string, text: string): PreparedSend => ({
  message: { to, text, ...PLAIN },
  attachments: [],
  files: [],
  file: null,
  isFallback: false,
  quoted: null,
});
