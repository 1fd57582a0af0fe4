import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@parley/common/errors';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { retryWhileAway } from '@parley/database/retry-while-away';
import type { SendOutcome } from '@parley/providers/send-outcome';
import type { Logger } from 'pino';
import type { CommentAccount } from '../domain/comment.ts';
import type { PublishReply } from '../domain/platform-replies.ts';
import type { ReplyIntent } from '../domain/reply-intent.ts';
import type { NewReply, ReplyStore } from '../storage/reply-store.ts';

export interface PublishOnceDeps extends Pick<ReplyStore, 'finishReply' | 'dropReply' | 'markReplyUnknown'> {
  publish: PublishReply;
  /** The provider refuses the account's token for good. */
  reportBroken(account: CommentAccount, observedAt: Date): void;
  now(): Date;
  timeoutMs: number;
  logger: Pick<Logger, 'error'>;
}

const MAX_TRIES = 3;
const REFUSAL_CODE = { fb: 'graph_error', ig: 'graph_error', tt: 'tiktok_error' } as const;
/** What the provider said has to be stored, and told, before the caller stops waiting. */
const STORE_MARGIN_MS = 2000;
const HOMEWARD_MS = 250;

/**
 * Publishes the reply of an intent once, and answers the reply's id. What became of it is stored for as long as the
 * caller waits; where that fails it is `provider_timeout`, since `service_unavailable` would ask for a second reply.
 * `deadlineAt` in ms since the epoch.
 */
export function makePublishOnce(deps: PublishOnceDeps) {
  /**
   * Refusals that certainly published nothing are tried again, at most twice, within the time limit
   * (docs/reference/comments.md#replies).
   */
  async function publishPatiently(account: CommentAccount, reply: NewReply, untilMs: number): Promise<SendOutcome> {
    for (let tries = 1; ; tries++) {
      const limitMs = Math.max(untilMs - Date.now(), 1);
      const outcome = await deps.publish(account, reply.comment, reply.text, limitMs);
      if (outcome.kind !== 'refused' || !outcome.safeToRetry || tries >= MAX_TRIES) return outcome;
      const waitMs = outcome.retryAfterMs ?? 250 * tries;
      if (Date.now() + waitMs >= untilMs) return outcome;
      await pause(waitMs);
    }
  }

  /** False when it could not be: the database stayed away, mostly. */
  async function isStored(deadlineAt: number, store: () => Promise<void>): Promise<boolean> {
    try {
      await retryWhileAway(store, () => Date.now() < deadlineAt - HOMEWARD_MS);
      return true;
    } catch (error) {
      deps.logger.error({ err: error }, 'What became of a reply to a comment could not be stored.');
      return false;
    }
  }

  return async (intent: ReplyIntent, account: CommentAccount, reply: NewReply, deadlineAt: number): Promise<string> => {
    // An earlier run of the same request: what it published is not published again.
    if (intent.status === 'posted' && intent.replyId !== null) return intent.replyId;
    if (intent.status !== 'new') throw new AppError('provider_timeout');
    const observedAt = deps.now();
    const untilMs = Math.min(Date.now() + deps.timeoutMs, deadlineAt - STORE_MARGIN_MS);
    if (untilMs <= Date.now()) {
      await isStored(deadlineAt, () => deps.dropReply(intent));
      throw new AppError('service_unavailable', { retry_after: 1 });
    }
    const outcome = await publishPatiently(account, reply, untilMs);
    if (outcome.kind === 'accepted') {
      const replyId = outcome.providerMessageId;
      const finish = () => retryConflicts(() => deps.finishReply(intent, account, reply, replyId));
      if (await isStored(deadlineAt, finish)) return replyId;
      throw new AppError('provider_timeout', { message: 'The reply was published, and could not be stored.' });
    }
    const { provider } = outcome;
    if (outcome.kind === 'unknown') {
      // Where this is not stored, `posting` says the same.
      await isStored(deadlineAt, () => deps.markReplyUnknown(intent));
      throw new AppError('provider_timeout', { provider });
    }
    if (outcome.channelBroken) deps.reportBroken(account, observedAt);
    await isStored(deadlineAt, () => deps.dropReply(intent));
    throw new AppError(REFUSAL_CODE[account.channel], { message: provider.message, provider });
  };
}
