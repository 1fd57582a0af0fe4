import { setTimeout as pause } from 'node:timers/promises';
import type { OutboundMessage } from '@parley/providers/outbound-message';
import type { SendOutcome } from '@parley/providers/send-outcome';
import type { ChannelSender, SendingAccount } from '../domain/channel-sender.ts';

const MAX_RETRIES = 2;
const SHORT_WAIT_MS = 200;

/**
 * Hands a message to the provider. A refusal that certainly sent nothing is tried again at most twice within the time
 * limit; an unknown outcome never is (contract §4).
 */
export async function handOver(
  sender: ChannelSender,
  account: SendingAccount,
  message: OutboundMessage,
  messageId: string,
  timeLimitMs: number,
): Promise<SendOutcome> {
  const deadline = Date.now() + timeLimitMs;
  for (let retries = 0; ; retries++) {
    const outcome = await sender.send(account, message, messageId);
    if (outcome.kind !== 'refused' || !outcome.safeToRetry || retries === MAX_RETRIES) return outcome;
    const waitMs = outcome.retryAfterMs ?? SHORT_WAIT_MS * (retries + 1);
    if (Date.now() + waitMs >= deadline) return outcome;
    await pause(waitMs);
  }
}
