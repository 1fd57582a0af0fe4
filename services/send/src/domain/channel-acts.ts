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
}

/** What `?action=typing` shows. */
export const TYPING_STATES = ['typing', 'recording', 'off'] as const;
export type TypingState = (typeof TYPING_STATES)[number];

/** Where a typing sign is shown; the newest message of the person is needed on wa. */
export interface TypingPlace {
  peer: string;
  threadId: string | null;
  lastInboundId: string | null;
}

/** An act is done, or it failed as a send does; `unknown` may have been done. */
export type ActOutcome = { kind: 'done' } | SendFailure;

/** A number, and whether it has an account on the network; `address` is the `to` of a send. */
export interface NumberCheck {
  number: string;
  exists: boolean;
  address: string | null;
}

/** What an account does beside sending messages; a member is absent where the channel cannot (capabilities.ts). */
export interface ChannelActs {
  /** Null takes the reaction off. */
  react?(account: SendingAccount, target: ActTarget, emoji: string | null, timeoutMs: number): Promise<ActOutcome>;
  edit?(account: SendingAccount, target: ActTarget, text: string, timeoutMs: number): Promise<ActOutcome>;
  /** For everybody. */
  remove?(account: SendingAccount, target: ActTarget, timeoutMs: number): Promise<ActOutcome>;
  markRead?(account: SendingAccount, target: ActTarget, timeoutMs: number): Promise<ActOutcome>;
  showTyping?(account: SendingAccount, place: TypingPlace, state: TypingState, timeoutMs: number): Promise<ActOutcome>;
  checkNumbers?(
    account: SendingAccount,
    numbers: readonly string[],
    timeoutMs: number,
  ): Promise<{ kind: 'checked'; checks: NumberCheck[] } | SendFailure>;
}
