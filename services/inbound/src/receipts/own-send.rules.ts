/** A stored send on a channel whose provider reports the messages of an account. */
export interface OwnSend {
  id: string;
  channelAccountId: number;
  conversationId: number;
  status: string;
  peer: string;
  text: string;
  hasFiles: boolean;
  /** A private reply to a comment: its person may be known by another address in messages. */
  answersComment: boolean;
  happenedAt: Date;
  /** The end of the time in which an `unknown` send is expected to be settled. */
  settleBy: Date | null;
}

/** Whether the outcome of a send is unknown: the provider has not answered, or its answer was lost. */
export const isOpen = ({ status }: { status: string }): boolean => status === 'sending' || status === 'unknown';

/**
 * Our own message id, which a provider returns with a status (wa) or an echo (fb); null when it is not one of ours.
 */
export const ownMessageId = (callbackData: string | null): string | null =>
  callbackData !== null && /^[1-9]\d{0,17}$/.test(callbackData) ? callbackData : null;
