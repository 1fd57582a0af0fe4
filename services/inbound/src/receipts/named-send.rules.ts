import type { Addressed } from '../batch/addressed.rules.ts';
import { ownMessageId } from './own-message-id.rules.ts';

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
