import type { SendOutcome } from '@parley/providers/send-outcome';
import type { Logger } from '@parley/runtime/logger';

/** Reports a text that could not be sent after its file was accepted. */
export const reportLostText = (logger: Pick<Logger, 'warn'>, messageId: string, outcome: SendOutcome): void =>
  logger.warn(
    'accompanying-text.failed',
    { message_id: messageId, provider: outcome.kind === 'accepted' ? null : outcome.provider },
    'The text that accompanies a file could not be sent.',
  );
