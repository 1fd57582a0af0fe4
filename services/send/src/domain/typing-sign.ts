import type { Channel } from '@parley/common/channels';
import type { SendingAccount } from './channel-sender.ts';

/** For whom a sign is shown. */
export interface TypingPartner {
  channel: Channel;
  peer: string;
  /** The provider's own id of the conversation (tt). */
  threadId: string | null;
  /** The provider's id of the message that is answered; null where it gave none. */
  answeredId: string | null;
}

/** Shows at a channel that somebody writes; false where the provider refused, or the channel has no such sign. */
export type ShowSign = (account: SendingAccount, partner: TypingPartner, timeoutMs: number) => Promise<boolean>;
