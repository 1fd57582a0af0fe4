import type { Pricing } from '@parley/common/messages/received-content';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import type { Addressed } from '../batch/inbound-message.rules.ts';
import { ownMessageId } from './own-send.rules.ts';

type ReceiptItem = Extract<InboundItem, { kind: 'receipt' }>;

/** A stored and locked message that the account sent. */
export interface SentMessage {
  id: string;
  conversationId: number;
  peer: string;
  status: 'received' | 'sending' | 'unknown' | 'sent' | 'delivered' | 'read' | 'failed';
  /** The furthest status reached: acceptance by the provider is `sent`. */
  receipt: ReceiptItem['status'] | null;
  /** Null while the send's own answer is lost or pending. */
  providerMessageId: string | null;
  /** Whether a further message of the provider, such as the text after audio, may have set `receipt`. */
  hasParts: boolean;
}

export interface GivenReceipt {
  item: Pick<ReceiptItem, 'status' | 'at' | 'error' | 'providerMessageId' | 'isPart' | 'pricing'>;
  /** The message of the receipt; undefined when it is not stored. */
  message: SentMessage | undefined;
  /** Whether the receipt waits for an earlier status that another replica may be storing. */
  mayWait: boolean;
}

/**
 * `moved`: an event is due. `repeated`: known or superseded. `unconfirmed`: the send is not settled. `held`: it is about
 * a part of such a send, and cannot settle it. `absent`: the message is not stored. `early`: it skips a status.
 */
export type ReceiptOutcome = 'moved' | 'repeated' | 'unconfirmed' | 'held' | 'absent' | 'early';

/** An entry of a message's history. */
export interface ReceiptStep {
  messageId: string;
  status: ReceiptItem['status'];
  at: Date;
  /** Whether it is the message's current status; false when it was superseded. */
  isLast: boolean;
  /** The reason of a failure; null keeps the stored one. */
  error: ReceiptItem['error'];
  /** The platform's charge; null keeps the stored value. */
  pricing: Pricing | null;
}

interface DecidedReceipts {
  /** One per receipt, in the same order. */
  outcomes: ReceiptOutcome[];
  steps: ReceiptStep[];
}

const RANK: Record<ReceiptItem['status'], number> = { sent: 1, delivered: 2, read: 3, failed: 0 };
const rankOf = (status: ReceiptItem['status'] | null): number => (status === null ? 0 : RANK[status]);

/** Whether a receipt is about a further message of the send, not about the one whose outcome decides. */
const isAboutPart = ({ isPart, providerMessageId: id }: GivenReceipt['item'], message: SentMessage): boolean =>
  isPart === true || (message.providerMessageId !== null && message.providerMessageId !== id);

/**
 * A send may fail until it is delivered, and only by its first part, also after a further part was delivered. Other steps
 * only go forward, and nothing follows a failure.
 */
function isBehind(item: GivenReceipt['item'], message: SentMessage): boolean {
  const { status: current, receipt, hasParts } = message;
  if (current === 'failed') return true;
  if (item.status !== 'failed') return rankOf(item.status) <= rankOf(receipt);
  if (isAboutPart(item, message)) return true;
  return !hasParts && (receipt === 'delivered' || receipt === 'read');
}

function outcomeOf({ item, message, mayWait }: GivenReceipt): ReceiptOutcome {
  if (!message) return 'absent';
  if (message.status === 'sending' || message.status === 'unknown')
    return isAboutPart(item, message) ? 'held' : 'unconfirmed';
  if (isBehind(item, message)) return 'repeated';
  const isSkipping = rankOf(item.status) > rankOf(message.receipt) + 1;
  return mayWait && isSkipping ? 'early' : 'moved';
}

/**
 * Moves sent messages forward by their receipts, each step once and never backwards
 * (docs/reference/events.md#messagestatus). Receipts of one message are decided in order, each on the result of the
 * previous one.
 */
export function decideReceipts(receipts: readonly GivenReceipt[]): DecidedReceipts {
  const current = new Map<string, SentMessage>();
  const steps: ReceiptStep[] = [];
  const last = new Map<string, ReceiptStep>();
  const outcomes = receipts.map(({ item, message: stored, mayWait }) => {
    const message = stored && (current.get(stored.id) ?? stored);
    const outcome = outcomeOf({ item, message, mayWait });
    if (!message) return outcome;
    const { status, at, error, pricing } = item;
    const step = {
      messageId: message.id,
      status,
      at,
      isLast: false,
      error: error ?? last.get(message.id)?.error ?? null,
      pricing: pricing ?? last.get(message.id)?.pricing ?? null,
    };
    if (outcome === 'moved') {
      steps.push(step);
      last.set(message.id, step);
      const hasParts = message.hasParts || isAboutPart(item, message);
      current.set(message.id, { ...message, status, receipt: status, hasParts });
    } else if (outcome === 'repeated' && status !== 'failed') steps.push(step);
    return outcome;
  });
  for (const step of last.values()) step.isLast = true;
  return { outcomes, steps };
}

/** How a receipt names its message: by the provider's id, or by our own id that the provider returned. */
export interface NamedSend {
  channelAccountId: number;
  providerMessageId: string;
  callbackId: string | null;
  /** Whether the provider's id is that of a further message of the send. */
  isPart: boolean;
}

export const namedSendOf = ({ account, item }: Addressed<'receipt'>): NamedSend => ({
  channelAccountId: account.id,
  providerMessageId: item.providerMessageId,
  callbackId: ownMessageId(item.callbackData),
  isPart: item.isPart === true,
});
