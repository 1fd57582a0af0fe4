import type { CallContext } from '@parley/common/call-context';
import type { Channel } from '@parley/common/channels';
import type { BotMessageFacts } from '@parley/common/contracts/internal/send-bot-message';
import type { send } from '@parley/common/contracts/messages/send';
import type { InputOf } from '@parley/common/define-contract';
import type { Attachment } from '@parley/common/events';
import type { StoredAnswer } from '@parley/messaging/messages/outbound-message';
import { type OutboundMedia, type OutboundMessage, PLAIN } from '@parley/providers/sent/outbound-message';
import type { SendOutcome } from '@parley/providers/sent/send-outcome';
import type { Account } from '../accounts/account.rules.ts';
import type { UploadFile } from '../channels/channel.rules.ts';

/** The input of a send, before its rules are checked. */
export type SendInput = InputOf<typeof send>;

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

/** The content of a send that passed all rules that need no database. */
export interface SendContent {
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

/**
 * A send: its content, its sender, its deadline. A door makes it; on its way it gains members, and none of them changes:
 * {@link ReservedSend}, {@link AnsweredSend}.
 */
export interface Send extends SendContent {
  tenantId: number;
  /** The key; null for a send from the dashboard or an automatic one. */
  instanceId: string | null;
  /** `bot`: automatic, by a bot or by a rule of the workspace. */
  origin: 'api' | 'dashboard' | 'bot';
  channel: Channel;
  /** Names the account that sends: by id, number or label. */
  from: string | null;
  /** The conversation that the dashboard or an automatic message answers in, or that of the quoted message. */
  namedConversationId: number | null;
  /** The comment that it answers privately. */
  commentId: string | null;
  idempotency: Idempotency | null;
  /** The caller's deadline, in milliseconds since the epoch. */
  deadlineAt: number;
  /** The member who sends it from the console. */
  memberId?: string | undefined;
  /** The recipient's name from elsewhere, for a new conversation. */
  recipientName?: string | undefined;
  /** Set for a bot's message. */
  bot?: BotSend;
}

/** A send that is paid for, stored as `sending`, and ready for the provider. */
export interface ReservedSend extends Send {
  messageId: string;
  conversationId: number;
  /** The address of the recipient. */
  peer: string;
  threadId: string | null;
  account: Account;
  /** The category of its template, by which it was priced; null: none, or unknown. */
  category?: string | null;
  /** Its template as the recipient reads it; absent: it has none, or its text is unknown. */
  filledTemplate?: string | undefined;
  /** Whether a platform webhook gets the tenant's events. */
  isPlatformReported: boolean;
}

/** A send whose provider was called. */
export interface AnsweredSend extends ReservedSend {
  outcome: SendOutcome;
}

/** A send's answer; `replayed` when it repeats that of an earlier request with the same Idempotency-Key. */
export interface Sent {
  answer: StoredAnswer;
  replayed: boolean;
  conversationId: number | null;
}

/** The content of a message of text alone. */
export const textOnly = (to: string, text: string): SendContent => ({
  message: { to, text, ...PLAIN },
  attachments: [],
  files: [],
  file: null,
  isFallback: false,
  quoted: null,
});

/** The sending member; the operator is no member. */
export const senderOf = ({ member }: Pick<CallContext, 'member'>): string | undefined => member?.memberId ?? undefined;

/** Time reserved for storing the outcome and returning the answer. */
export const ANSWER_MARGIN_MS = 1000;
/** Time reserved for returning the answer. */
export const RESPONSE_MARGIN_MS = 250;

/** An Idempotency-Key and the request that uses it. */
export interface Idempotency {
  key: string;
  /** SHA-256 of the request, in hexadecimal. */
  bodyHash: string;
}

export const idempotencyOf = ({ idempotency }: CallContext): Idempotency | null =>
  idempotency ? { key: idempotency.key, bodyHash: idempotency.bodyHash } : null;

/** Stands for the hash of a body; a hash has 32 bytes, so no request has this one. */
const ANY_BODY = '00';

/**
 * The Idempotency-Key of an automatic message, which alone identifies it: a repeat is the same message, even where a model
 * or a changed setting words it differently.
 */
export const identifiedByKey = (key: string): Idempotency => ({ key, bodyHash: ANY_BODY });

/** All members of a workspace share one set of Idempotency-Keys. */
export const ownerOfTenant = (tenantId: number): string => `tenant ${tenantId}`;

/** Owner of the Idempotency-Keys of a tenant's automatic messages. Never equals an instance id. */
export const botKeysOf = (tenantId: number): string => `bots-${tenantId}`;

/** The owner of an Idempotency-Key. */
export const keyOwnerOf = ({
  origin,
  instanceId,
  tenantId,
}: Pick<Send, 'origin' | 'instanceId' | 'tenantId'>): string =>
  origin === 'bot' ? botKeysOf(tenantId) : (instanceId ?? ownerOfTenant(tenantId));

/** Additional values of a bot's message. */
export interface BotSend {
  /** The conversation's epoch when the reply was begun: a person who intervenes increments it. */
  epoch: number;
  facts: BotMessageFacts;
}

/** State of the bots in a conversation, from its locked row. */
export interface BotConversation {
  bot: 'on' | 'paused';
  epoch: number;
}

/** A person can intervene until the message is reserved (docs/reference/bots.md#people-first). */
export const isSuperseded = (send: BotSend, conversation: BotConversation | null): boolean =>
  conversation === null || conversation.bot !== 'on' || conversation.epoch !== send.epoch;
