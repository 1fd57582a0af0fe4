export type ConversationStatus = 'open' | 'resolved' | 'archived';

/** A conversation that the transaction has locked. */
export interface ConversationFacts {
  id: number;
  tenantId: number;
  channel: string;
  channelAccountId: number;
  contactId: number;
  /** The address that sends go to. */
  peer: string;
  /** The provider's own id of the conversation, where a send needs it (tt). */
  providerThreadId: string | null;
  /** Everything sent up to these times is delivered, or read (fb, ig). */
  deliveredUntil: Date | null;
  readUntil: Date | null;
  status: ConversationStatus;
  /** Open, but snoozed until a time or the customer's next message. */
  isSnoozed: boolean;
  /** The member that it is assigned to. */
  assignee: string | null;
  /** Whether a bot answers in it. */
  bot: 'on' | 'paused';
  /** Start of a pause that ends automatically; null: no such pause. */
  botPausedAt: Date | null;
  /** Customer messages after `readMessageId`. */
  unread: number;
  /** The last message that a member read or answered. */
  readMessageId: string;
  lastInboundAt: Date | null;
  lastMessageAt: Date;
}

/** The later of two times; null is earlier than any. */
export function latest(a: Date, b: Date | null): Date;
export function latest(a: Date | null, b: Date | null): Date | null;
export function latest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return b.getTime() > a.getTime() ? b : a;
}
