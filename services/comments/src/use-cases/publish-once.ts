import { AppError, refusedByProvider } from '@parley/common/errors';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { retryWhileAway } from '@parley/database/retry-while-away';
import { retryRefused } from '@parley/providers/retry-refused';
import type { Logger } from '@parley/runtime/logger';
import type { CommentAccount } from '../domain/comment.ts';
import type { PublishReply } from '../domain/platform-replies.ts';
import type { ReplyIntent } from '../domain/reply-intent.ts';
import type { NewReply, ReplyStore } from '../storage/reply-store.ts';

export interface PublishOnceDeps extends Pick<ReplyStore, 'finishReply' | 'dropReply' | 'markReplyUnknown'> {
  publish: PublishReply;
  /** Called when the provider refuses the account's token permanently. */
  reportBroken(account: CommentAccount, observedAt: Date): void;
  /** Notifies open pages of the inbox. */
  tellChanged(tenantIds: readonly number[]): void;
  now(): Date;
  timeoutMs: number;
  logger: Pick<Logger, 'error'>;
}

/** Time reserved for storing the provider's answer and returning it before the caller's deadline. */
const STORE_MARGIN_MS = 2000;
const RESPONSE_MARGIN_MS = 250;

/**
 * Publishes the reply of an intent once, and returns the reply's id. Storing the outcome is retried until the caller's
 * deadline; if it fails, the error is `provider_timeout`, because `service_unavailable` would invite a second reply.
 * `deadlineAt` in ms since the epoch.
 */
export function makePublishOnce(deps: PublishOnceDeps) {
  /** Returns false when the outcome could not be stored, mostly because the database stayed unavailable. */
  async function isStored(deadlineAt: number, store: () => Promise<void>): Promise<boolean> {
    try {
      await retryWhileAway(store, () => Date.now() < deadlineAt - RESPONSE_MARGIN_MS);
      return true;
    } catch (error) {
      deps.logger.error(
        'comment-reply.unstored',
        { err: error },
        'The outcome of a reply to a comment could not be stored.',
      );
      return false;
    }
  }

  return async (intent: ReplyIntent, account: CommentAccount, reply: NewReply, deadlineAt: number): Promise<string> => {
    // An earlier run of the same request published it already.
    if (intent.status === 'posted' && intent.replyId !== null) return intent.replyId;
    if (intent.status !== 'new') throw new AppError('provider_timeout');
    const observedAt = deps.now();
    const untilMs = Math.min(Date.now() + deps.timeoutMs, deadlineAt - STORE_MARGIN_MS);
    if (untilMs <= Date.now()) {
      await isStored(deadlineAt, () => deps.dropReply(intent));
      throw new AppError('service_unavailable', { retry_after: 1 });
    }
    const outcome = await retryRefused((leftMs) => deps.publish(account, reply.comment, reply.text, leftMs), untilMs);
    if (outcome.kind === 'accepted') {
      const replyId = outcome.providerMessageId;
      const finish = () => retryConflicts(() => deps.finishReply(intent, account, reply, replyId));
      if (await isStored(deadlineAt, finish)) {
        deps.tellChanged([reply.tenantId]);
        return replyId;
      }
      throw new AppError('provider_timeout', { message: 'The reply was published, and could not be stored.' });
    }
    const { provider } = outcome;
    if (outcome.kind === 'unknown') {
      // If this cannot be stored, `posting` means the same.
      await isStored(deadlineAt, () => deps.markReplyUnknown(intent));
      throw new AppError('provider_timeout', { provider });
    }
    if (outcome.channelBroken) deps.reportBroken(account, observedAt);
    await isStored(deadlineAt, () => deps.dropReply(intent));
    throw refusedByProvider(provider);
  };
}
