import type { Attachment } from '@parley/common/events';
import type { RichContent } from '@parley/common/message-content';
import type { MessagePrices } from '@parley/common/message-prices';
import type { StoredAnswer } from '@parley/messaging/outbound-message';
import type { OutboundMedia, OutboundTemplate } from '@parley/providers/outbound-message';
import { type BotConversation, botKeysOf } from './bot-send.ts';
import type { TemplateCheck } from './refuse-template.ts';
import type { Schedule } from './schedule.ts';
import type { SendOrder } from './send-order.ts';

/** A file of a message, as it is stored. */
export interface SentFile {
  id: string;
  type: OutboundMedia['type'];
  /** Exactly one of the two is set: the customer's URL, or the upload. */
  sourceUrl: string | null;
  uploadId: string | null;
  mimeType: string | null;
  filename: string | null;
}

/** One send to reserve. */
export interface ReserveItem extends Omit<SendOrder, 'deadlineAt'> {
  recipient: string;
  text: string;
  attachments: Attachment[];
  files: SentFile[];
  template: OutboundTemplate | null;
  content: RichContent | null;
  /** Numbers of a wd group that the text mentions. */
  mentions?: readonly string[] | undefined;
  isFallback: boolean;
  /** The message that it quotes. */
  replyToId: string | null;
  /** The total price, unless it is a template whose category has its own. */
  price: string;
  /** For a template: the prices of its possible categories. */
  prices?: MessagePrices | undefined;
  happenedAt: Date;
  settleBy: Date;
  /** The check that its template has passed; it is valid only for this account and recipient. */
  checkedTemplate?: TemplateCheck;
  /** Set for a message that is sent later; what can change until then is checked at that time. */
  schedule?: Schedule | undefined;
  /** Id of this reservation, to find it when the database's answer was lost. */
  reservation: string;
}

/** All members of a workspace share one set of Idempotency-Keys. */
export const ownerOfTenant = (tenantId: number): string => `tenant ${tenantId}`;

/** The owner of an Idempotency-Key. */
export const keyOwnerOf = ({
  origin,
  instanceId,
  tenantId,
}: Pick<ReserveItem, 'origin' | 'instanceId' | 'tenantId'>): string =>
  origin === 'bot' ? botKeysOf(tenantId) : (instanceId ?? ownerOfTenant(tenantId));

/** A connected account that may send. */
export interface Account {
  id: number;
  /** The provider's id. */
  externalId: string;
  /** Its label. */
  name: string;
  number: string | null;
  /** Encrypted. */
  credentials: string;
  /** Set while the platform suspends it (wa): its messages wait. */
  isOffline?: true;
}

/** A conversation with the recipient. */
export interface KnownConversation {
  id: number;
  /** The address of the recipient. */
  peer: string;
  lastInboundAt: Date | null;
  lastMessageAt: Date;
  /** The provider's own id of it (tt). */
  threadId: string | null;
}

/** An account that could send, and its conversation with the recipient. */
export interface Candidate {
  account: Account;
  conversation: KnownConversation | null;
  /**
   * Category of the template to send, as last listed for this account; null: unknown. It prices every template without a
   * call; a check of consent reads a list that is at most 60 s old (use-cases/check-template.ts).
   */
  templateCategory?: string | null;
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
  /** Whether it may have to pause a bot of the tenant. */
  mayPauseBot?: boolean;
  /** Whether a platform webhook gets the tenant's events. */
  isPlatformReported?: boolean;
  /** For a bot's message: the locked state of bots in its conversation. */
  conversation?: BotConversation | null;
  /** The id for its message; unused when it is refused. */
  messageId: string;
}

/** A send and its stored facts. */
export interface ReserveCase {
  item: ReserveItem;
  facts: ReserveFacts;
}

/** A reserved send: paid for, stored as `sending`, ready for the provider. */
export interface Reserved {
  outcome: 'reserved';
  messageId: string;
  conversationId: number;
  /** The address of the recipient. */
  peer: string;
  threadId: string | null;
  account: Account;
  /** Whether a platform webhook gets the tenant's events. */
  isPlatformReported: boolean;
}

/** An accepted send with the values to write. */
export interface NewSend extends Omit<Reserved, 'outcome'> {
  item: ReserveItem;
  price: string;
  /** Category of its template, by which it was priced; null: none, or unknown. */
  category: string | null;
  /** Whether it may have to pause a bot of the tenant. */
  mayPauseBot: boolean;
}

/** Why a send is refused before anything is stored. */
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
  | Reserved
  | Repeat
  | { outcome: 'window_closed'; templates: string[] }
  | UncheckedTemplate
  | { outcome: Refusal };
