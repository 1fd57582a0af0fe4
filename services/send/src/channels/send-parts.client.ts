import type { SendOutcome } from '@parley/providers/sent/send-outcome';
import type { Logger } from '@parley/runtime/logger';

/**
 * Sends the parts of one message in order: a file, then its text (docs/reference/sends.md#media). The outcome of the
 * first part decides; a later part that fails is only logged, because the message was accepted.
 */
export async function sendParts(
  parts: readonly ((leftMs: number) => Promise<SendOutcome>)[],
  timeoutMs: number,
  messageId: string,
  logger: Pick<Logger, 'warn'>,
): Promise<SendOutcome> {
  const deadline = Date.now() + timeoutMs;
  const [first, ...rest] = parts;
  if (!first) throw new Error('A message has no parts.');
  const outcome = await first(timeoutMs);
  if (outcome.kind !== 'accepted') return outcome;
  const furtherIds = [...(outcome.furtherIds ?? [])];
  for (const part of rest) {
    const followed = await part(Math.max(deadline - Date.now(), 1));
    if (followed.kind === 'accepted') furtherIds.push(followed.providerMessageId, ...(followed.furtherIds ?? []));
    else reportLostText(logger, messageId, followed);
  }
  return furtherIds.length === 0 ? outcome : { ...outcome, furtherIds };
}

/** Reports a part that could not be sent after an earlier one was accepted. */
const reportLostText = (logger: Pick<Logger, 'warn'>, messageId: string, outcome: SendOutcome): void =>
  logger.warn(
    'accompanying-text.failed',
    { message_id: messageId, provider: outcome.kind === 'accepted' ? null : outcome.provider },
    'A later part of a message could not be sent.',
  );
