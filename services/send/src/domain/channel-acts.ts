import type { TypingState } from '@parley/common/capabilities';
import type { ActOutcome } from '@parley/providers/act-outcome';
import type { SendFailure } from '@parley/providers/send-outcome';
import type { SendingAccount } from './channel-sender.ts';

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
export interface TypingPlace {
  peer: string;
  threadId: string | null;
  lastInboundId: string | null;
}

/** A number, and whether it has an account on the network; `to` is the recipient of a send. */
export interface NumberCheck {
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
 * What an account can do besides sending messages; a member is absent where the channel has no such act
 * (capabilities.ts). Every act may be repeated: the second one changes nothing.
 */
export interface ChannelActs {
  /** Null removes the reaction. */
  react?(account: SendingAccount, target: ActTarget, emoji: string | null, timeoutMs: number): Promise<ActOutcome>;
  edit?(account: SendingAccount, target: ActTarget, text: string, timeoutMs: number): Promise<ActOutcome>;
  /** For everybody. */
  remove?(account: SendingAccount, target: ActTarget, timeoutMs: number): Promise<ActOutcome>;
  markRead?(account: SendingAccount, target: ActTarget, timeoutMs: number): Promise<ActOutcome>;
  showTyping?(account: SendingAccount, place: TypingPlace, state: TypingState, timeoutMs: number): Promise<ActOutcome>;
  checkNumbers?(account: SendingAccount, numbers: readonly string[], timeoutMs: number): Promise<CheckOutcome>;
  /** A call that rings at the account. */
  rejectCall?(account: SendingAccount, callId: string, timeoutMs: number): Promise<ActOutcome>;
}
