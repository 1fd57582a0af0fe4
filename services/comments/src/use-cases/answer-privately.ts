import type { CallContext } from '@parley/common/call-context';
import { AppError } from '@parley/common/errors';
import { type PrivateReply, sendPrivately } from '../adapters/send-privately.ts';
import type { PrivateAnswer, ReplyIntent } from '../domain/reply-intent.ts';
import type { CommentsService } from '../service.ts';
import { keepPrivateAnswer } from '../storage/reply-store.ts';

/** Stored before sending: a run that finds it does not know the outcome. */
const MAY_BE_SENT: PrivateAnswer = {
  ok: false,
  error: 'provider_timeout',
  message: 'The private reply may have been sent.',
};

function failedAnswer({ logger }: CommentsService, error: unknown): PrivateAnswer {
  if (!(error instanceof AppError)) logger.error('private-reply.failed', { err: error }, 'A private reply failed.');
  const { code, message } = error instanceof AppError ? error : new AppError('internal_error');
  return { ok: false, error: code, message };
}

/**
 * Sends the private reply of an intent once. The public reply stays, whatever the outcome of the private one
 * (docs/reference/comments.md#private-replies).
 */
export async function answerPrivately(
  service: CommentsService,
  intent: ReplyIntent,
  reply: PrivateReply,
  context: CallContext,
): Promise<PrivateAnswer> {
  if (intent.privateAnswer !== null) return intent.privateAnswer;
  let answer: PrivateAnswer;
  try {
    await keepPrivateAnswer(service.database, intent, MAY_BE_SENT);
    answer = { ok: true, ...(await sendPrivately(service.bus, reply, context)) };
  } catch (error) {
    answer = failedAnswer(service, error);
  }
  // The answer is returned anyway; a repeat finds that it may have been sent.
  await keepPrivateAnswer(service.database, intent, answer).catch((error: unknown) => failedAnswer(service, error));
  return answer;
}
