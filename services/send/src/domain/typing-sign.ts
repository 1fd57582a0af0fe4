import type { Channel } from '@parley/common/channels';
import type { SendingAccount } from './channel-sender.ts';

/** The recipient of a typing indicator. */
export interface TypingPartner {
  channel: Channel;
  peer: string;
  /** The provider's own id of the conversation (tt). */
  threadId: string | null;
  /** The provider's id of the message to answer; null where it has none. */
  answeredId: string | null;
}

/** A conversation on a connected account, and the message in it to answer. */
export interface TypingTarget {
  account: Omit<SendingAccount, 'credentials'> & { credentials: string };
  partner: TypingPartner;
}

/** Shows a typing indicator; false where the provider refused, or the channel has none. */
export type ShowSign = (account: SendingAccount, partner: TypingPartner, timeoutMs: number) => Promise<boolean>;
