import type { OutboundMessage } from '@parley/providers/outbound-message';
import type { SendOutcome } from '@parley/providers/send-outcome';

/** The account that a message leaves from. */
export interface SendingAccount {
  externalId: string;
  /** Decrypted provider credentials. */
  credentials: Record<string, string>;
}

/** Hands one message to a channel's provider, once: what to do about the outcome is decided above it. */
export interface ChannelSender {
  send(account: SendingAccount, message: OutboundMessage, messageId: string, timeoutMs: number): Promise<SendOutcome>;
}

/** Which error code tells a provider's refusal. */
export const REFUSAL_CODES = {
  graph: 'graph_error',
  telegram: 'telegram_error',
  tiktok: 'tiktok_error',
  device: 'device_error',
} as const;
