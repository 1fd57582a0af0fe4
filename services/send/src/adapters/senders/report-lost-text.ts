import type { SendOutcome } from '@parley/providers/send-outcome';
import type { Logger } from '@parley/runtime/logger';

/** Reports a part that could not be sent after an earlier one was accepted. */
export const reportLostText = (logger: Pick<Logger, 'warn'>, messageId: string, outcome: SendOutcome): void =>
  logger.warn(
    'accompanying-text.failed',
    { message_id: messageId, provider: outcome.kind === 'accepted' ? null : outcome.provider },
    'A later part of a message could not be sent.',
  );
