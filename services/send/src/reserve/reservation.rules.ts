import type { MessagePrices } from '@parley/common/messages/message-prices';
import type { StoredAnswer } from '@parley/messaging/messages/outbound-message';
import type { Candidate, KnownConversation } from '../accounts/account.rules.ts';
import type { BotConversation, ReservedSend, Send } from '../sends/send.rules.ts';
import type { TemplateCheck } from './may-send.rules.ts';

/** A send on its way into a reservation. */
export interface WantedSend extends Send {
  /** The total price, unless it is a template whose category has its own. */
  price: string;
  /** A template's prices, by its possible categories. */
  prices?: MessagePrices | undefined;
  happenedAt: Date;
  settleBy: Date;
  /** The check that its template has passed; it is valid only for this account and recipient. */
  checkedTemplate?: TemplateCheck;
  /** When it is sent later; what can change until then is checked at that time. */
  sendAt?: Date | undefined;
  /** Id of this reservation, to find it when the database's answer was lost. */
  reservation: string;
}

/** The stored entry of an Idempotency-Key. */
export interface KeptRequest {
  bodyHash: string;
  /** Null while its send is running. */
  answer: StoredAnswer | null;
  createdAt: Date;
}

/** The answer to a repeat of an Idempotency-Key. */
export type Repeat =
  | { outcome: 'mismatch' }
  /** The first request has no answer yet. */
  | { outcome: 'in_progress' }
  | { outcome: 'replayed'; answer: StoredAnswer };

/** Stored facts for the decision on one send. */
export interface ReserveFacts {
  /** Null when there is no such tenant. */
  tenant: {
    balance: string;
    isActive: boolean;
    /** The threshold of notifications, and whether it was reported since the last top-up; null: no notifications. */
    lowCredit?: { threshold: string; isReported: boolean } | null;
  } | null;
  kept: KeptRequest | null;
  /** The contact behind the recipient's address. */
  contactId: number | null;
  /** The conversation that the send names, even if its account is disconnected. */
  named: KnownConversation | null;
  /** Connected accounts, including the sending one if there is one. */
  candidates: Candidate[];
  /** Whether the tenant has any connected account of the channel. */
  hasAccount: boolean;
  /** Whether the recipient of a template opted out of marketing. */
  isOptedOut?: boolean;
  /** Until when the platform delivers no marketing to the recipient of a template. */
  marketingHeldUntil?: Date | null;
  /** Whether it may have to pause a bot of the tenant. */
  mayPauseBot?: boolean;
  /** Whether a platform webhook gets the tenant's events. */
  isPlatformReported?: boolean;
  /** A bot message's conversation: the locked state of bots in it. */
  conversation?: BotConversation | null;
  /** The id for its message; unused when it is refused. */
  messageId: string;
}

/** A send and its stored facts. */
export interface ReserveCase {
  send: WantedSend;
  facts: ReserveFacts;
}

/** A send that was accepted, with the values to write. */
export interface NewSend extends WantedSend, ReservedSend {
  /** Its price, or that of its template's category. */
  charge: string;
  /** Category of its template, by which it was priced; null: none, or unknown. */
  category: string | null;
  /** Whether it may have to pause a bot of the tenant. */
  mayPauseBot: boolean;
}

/** The reason why a send is refused before anything is stored. */
export type Refusal =
  | 'unknown_conversation'
  | 'invalid_from'
  | 'not_connected'
  /** The person never wrote on tt, so there is no thread to send into. */
  | 'no_thread'
  /** The platform suspends the account for a while (wa): the message can be scheduled. */
  | 'offline'
  /** A person has intervened before the bot's message. */
  | 'superseded'
  | 'insufficient_balance';

/** A template whose category has to be checked before it is sent. */
export interface UncheckedTemplate {
  outcome: 'unchecked_template';
  check: TemplateCheck;
}

export type ReserveResult =
  | { outcome: 'reserved'; send: ReservedSend }
  | Repeat
  | { outcome: 'window_closed'; templates: string[] }
  | UncheckedTemplate
  | { outcome: Refusal };
