import type { TypingState } from '@parley/common/messages/capabilities';
import type { ThreadControl } from '@parley/providers/graph/threads/thread-control';
import type { ActOutcome } from '@parley/providers/sent/act-outcome';
import type { OutboundMessage } from '@parley/providers/sent/outbound-message';
import type { SendFailure, SendOutcome } from '@parley/providers/sent/send-outcome';

/** The account that sends a message. */
export interface SendingAccount {
  id: number;
  tenantId: number;
  externalId: string;
  /** Decrypted provider credentials. */
  credentials: Record<string, string>;
  /** Whether the WhatsApp Business app uses it as well (wa). */
  isOnBizApp?: true | undefined;
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
  /** The category of its template by the account's list (wa); null: none, or unknown. */
  category?: string | null;
}

/** Sends one message to a channel's provider with one call; callers decide on retries. */
export interface ChannelSender {
  send(account: SendingAccount, message: MessageToSend, messageId: string, timeoutMs: number): Promise<SendOutcome>;
}

/** A message of a conversation that an act is about. */
export interface ActTarget {
  /** The address of the conversation. */
  peer: string;
  /** The provider's own id of the conversation (tt). */
  threadId: string | null;
  providerMessageId: string;
  /** Whether the account wrote it. */
  isOwn: boolean;
  /** In a group: the address of its author, if it is not the account. */
  author: string | null;
  /** Whether its text is below a file. */
  hasFile: boolean;
}

/** Where a typing indicator is shown, in its topic on tg; the newest message of the person is needed on wa. */
interface TypingPlace {
  peer: string;
  threadId: string | null;
  lastInboundId: string | null;
}

/** A number, and whether it has an account on the network; `to` is the recipient of a send. */
interface NumberCheck {
  number: string;
  exists: boolean;
  to: string | null;
}

/** The answer to a lookup of numbers. `paced`: asked too soon after the last one. */
export type CheckOutcome =
  | { kind: 'checked'; checks: NumberCheck[] }
  | { kind: 'paced'; retryAfterMs: number }
  | SendFailure;

/**
 * The actions of an account besides sending messages; a member is absent where the channel has no such act
 * (capabilities.ts). Every act may be repeated: the second one changes nothing.
 */
export interface ChannelActs {
  /** Null removes the reaction. */
  react?(account: SendingAccount, target: ActTarget, emoji: string | null, timeoutMs: number): Promise<ActOutcome>;
  edit?(account: SendingAccount, target: ActTarget, text: string, timeoutMs: number): Promise<ActOutcome>;
  /** Removes the message for every participant. */
  remove?(account: SendingAccount, target: ActTarget, timeoutMs: number): Promise<ActOutcome>;
  markRead?(account: SendingAccount, target: ActTarget, timeoutMs: number): Promise<ActOutcome>;
  showTyping?(account: SendingAccount, place: TypingPlace, state: TypingState, timeoutMs: number): Promise<ActOutcome>;
  checkNumbers?(account: SendingAccount, numbers: readonly string[], timeoutMs: number): Promise<CheckOutcome>;
  /** A call that rings at the account. */
  rejectCall?(account: SendingAccount, callId: string, timeoutMs: number): Promise<ActOutcome>;
  /** Takes, passes or releases a thread that several apps share. The one act that must not be repeated blindly. */
  controlThread?(account: SendingAccount, control: ThreadControl, timeoutMs: number): Promise<ActOutcome>;
}

/** Capabilities and acts disagree: a test compares the two tables, so that this is never reached. */
export function absentAct(): never {
  throw new Error('The channel has no such act, although its capabilities name it.');
}
