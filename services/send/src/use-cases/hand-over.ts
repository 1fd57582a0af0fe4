import { setTimeout as pause } from 'node:timers/promises';
import type { ChannelSender, HandedOver, MessageToSend, SendingAccount } from '../domain/channel-sender.ts';

const MAX_RETRIES = 2;
const SHORT_WAIT_MS = 200;

/**
 * Hands a message to the provider until `deadline` (ms since the epoch). A refusal that certainly sent nothing is tried
 * again at most twice within that time; an unknown outcome never is (docs/reference/sends.md#time-limit-and-retries).
 */
export async function handOver(
  sender: ChannelSender,
  account: SendingAccount,
  message: MessageToSend,
  messageId: string,
  deadline: number,
): Promise<HandedOver> {
  for (let retries = 0; ; retries++) {
    const outcome = await sender.send(account, message, messageId, Math.max(deadline - Date.now(), 1));
    if (outcome.kind !== 'refused' || !outcome.safeToRetry || retries === MAX_RETRIES) return outcome;
    const waitMs = outcome.retryAfterMs ?? SHORT_WAIT_MS * (retries + 1);
    if (Date.now() + waitMs >= deadline) return outcome;
    await pause(waitMs);
  }
}
