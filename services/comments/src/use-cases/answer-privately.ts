import { AppError } from '@parley/common/errors';
import type { Logger } from '@parley/runtime/logger';
import type { PrivateAnswer, ReplyIntent } from '../domain/reply-intent.ts';
import type { ReplyStore } from '../storage/reply-store.ts';

export interface AnswerPrivatelyDeps extends Pick<ReplyStore, 'keepPrivateAnswer'> {
  logger: Pick<Logger, 'error'>;
}

/** Stored before sending: a run that finds it does not know the outcome. */
const MAY_BE_SENT: PrivateAnswer = {
  ok: false,
  error: 'provider_timeout',
  message: 'The private reply may have been sent.',
};

/**
 * Sends the private reply of an intent once. The public reply stays, whatever the outcome of the private one
 * (docs/reference/comments.md#private-replies).
 */
export function makeAnswerPrivately({ keepPrivateAnswer, logger }: AnswerPrivatelyDeps) {
  const failed = (error: unknown): PrivateAnswer => {
    if (!(error instanceof AppError)) logger.error('private-reply.failed', { err: error }, 'A private reply failed.');
    const { code, message } = error instanceof AppError ? error : new AppError('internal_error');
    return { ok: false, error: code, message };
  };

  return async (
    intent: ReplyIntent,
    send: () => Promise<{ messageId: string; conversationId: number }>,
  ): Promise<PrivateAnswer> => {
    if (intent.privateAnswer !== null) return intent.privateAnswer;
    let answer: PrivateAnswer;
    try {
      await keepPrivateAnswer(intent, MAY_BE_SENT);
      answer = { ok: true, ...(await send()) };
    } catch (error) {
      answer = failed(error);
    }
    // The answer is returned anyway; a repeat finds that it may have been sent.
    await keepPrivateAnswer(intent, answer).catch(failed);
    return answer;
  };
}
