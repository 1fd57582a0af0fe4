import type { Channel } from '@parley/common/channels';
import type { Attachment } from '@parley/common/events';
import type { StoredAnswer } from '@parley/messaging/outbound-message';
import type { OutboundMedia, OutboundTemplate } from '@parley/providers/outbound-message';
import { type BotConversation, type BotSend, botKeysOf } from './bot-send.ts';

/** The first request with an Idempotency-Key, and what it asked for. */
export interface Idempotency {
  key: string;
  /** SHA-256 of the request, in hexadecimal. */
  bodyHash: string;
}

/** A file that is sent, as it is stored beside the message. */
export interface SentFile {
  id: string;
  type: OutboundMedia['type'];
  /** One of the two: an address of the customer's, or what was uploaded. */
  sourceUrl: string | null;
  uploadId: string | null;
  mimeType: string | null;
  filename: string | null;
}

/** One send to reserve. */
export interface ReserveItem {
  tenantId: number;
  /** Null for a send from the dashboard or of a bot. */
  instanceId: string | null;
  origin: 'api' | 'dashboard' | 'bot';
  channel: Channel;
  recipient: string;
  /** Names the account that sends: by id, number or label. */
  from: string | null;
  /** The conversation of an answer from the dashboard or of a bot. */
  conversationId: number | null;
  text: string;
  attachments: Attachment[];
  files: SentFile[];
  template: OutboundTemplate | null;
  /** All that it costs. */
  price: string;
  happenedAt: Date;
  settleBy: Date;
  idempotency: Idempotency | null;
  /** Id of this reservation, by which it can be found when the database's answer was lost. */
  reservation: string;
  /** The comment that it answers in private. */
  commentId: string | null;
  /** The member who sends it from the console. */
  memberId?: string | undefined;
  /** The name under which the recipient is known elsewhere: that of a new conversation. */
  recipientName?: string | undefined;
  /** Of a bot's message. */
  bot?: BotSend;
}

/** People of a workspace have one set of Idempotency-Keys. */
export const ownerOfTenant = (tenantId: number): string => `tenant ${tenantId}`;

/** Whose an Idempotency-Key is. */
export const keyOwnerOf = ({
  bot,
  instanceId,
  tenantId,
}: Pick<ReserveItem, 'bot' | 'instanceId' | 'tenantId'>): string =>
  bot ? botKeysOf(tenantId) : (instanceId ?? ownerOfTenant(tenantId));

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
}

/** A conversation with the recipient. */
export interface KnownConversation {
  id: number;
  /** The address that it goes to. */
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
}

/** The stored entry of an Idempotency-Key. */
export interface KeptRequest {
  bodyHash: string;
  /** Null while its send is under way. */
  answer: StoredAnswer | null;
  createdAt: Date;
}

/** The answer to a repeat of an Idempotency-Key. */
export type Repeat =
  | { outcome: 'mismatch' }
  /** The first request has no answer yet. */
  | { outcome: 'in_progress' }
  | { outcome: 'replayed'; answer: StoredAnswer };

/** The stored facts that decide about one send. */
export interface ReserveFacts {
  /** Null when there is no such tenant. */
  tenant: {
    balance: string;
    isActive: boolean;
    /** Below which recipients are notified, and whether they were since it was last filled up; null: never. */
    lowCredit?: { threshold: string; isReported: boolean } | null;
  } | null;
  kept: KeptRequest | null;
  /** The contact behind the recipient's address. */
  contactId: number | null;
  /** The conversation that the send names, even if its account is disconnected. */
  named: KnownConversation | null;
  /** Connected accounts, among them the one that is to send when there is one. */
  candidates: Candidate[];
  /** Whether the tenant has any connected account of the channel. */
  hasAccount: boolean;
  /** Whether a bot of the tenant may have to pause for it. */
  mayPauseBot?: boolean;
  /** Of a bot's message: whether bots answer in its conversation, which is locked. */
  conversation?: BotConversation | null;
  /** The id that its message gets; unused when it is refused. */
  messageId: string;
}

/** A reserved send: paid for, stored as `sending`, ready for the provider. */
export interface Reserved {
  outcome: 'reserved';
  messageId: string;
  conversationId: number;
  /** The address that it goes to. */
  peer: string;
  threadId: string | null;
  account: Account;
}

/** Why a send is refused before anything is stored. */
export type Refusal =
  | 'unknown_conversation'
  | 'invalid_from'
  | 'not_connected'
  /** The person never wrote on tt, so there is no thread to send into. */
  | 'no_thread'
  /** A person has stepped in before a bot. */
  | 'superseded'
  | 'insufficient_balance';

export type ReserveResult =
  | Reserved
  | Repeat
  | { outcome: 'window_closed'; templates: string[] }
  | { outcome: Refusal };
