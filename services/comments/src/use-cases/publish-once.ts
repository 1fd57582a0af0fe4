import { reportBroken } from '@parley/bus/report-broken-channel';
import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { AppError, refusedByProvider } from '@parley/common/errors';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { retryWhileAway } from '@parley/database/retry-while-away';
import { retryRefused } from '@parley/providers/retry-refused';
import type { CommentAccount } from '../domain/comment.ts';
import type { NewReply, ReplyIntent } from '../domain/reply-intent.ts';
import type { CommentsService } from '../service.ts';
import { dropReply, insertOwnComment, markPosted, markReplied, markReplyUnknown } from '../storage/reply-store.ts';
import { publishReply } from './publish-reply.ts';

/** Time reserved for storing the provider's answer and returning it before the caller's deadline. */
const STORE_MARGIN_MS = 2000;
const RESPONSE_MARGIN_MS = 250;

/**
 * Retries storing an outcome while the database is unavailable. Returns false when it could not be stored by the
 * deadline.
 */
async function isStored({ logger }: CommentsService, deadlineAt: number, store: () => Promise<void>): Promise<boolean> {
  try {
    await retryWhileAway(store, () => Date.now() < deadlineAt - RESPONSE_MARGIN_MS);
    return true;
  } catch (error) {
    logger.error('comment-reply.unstored', { err: error }, 'The outcome of a reply to a comment could not be stored.');
    return false;
  }
}

/** Stores a published reply as an own comment, and marks the answered comment in the same transaction. */
const finishReply = (
  { unmappedDatabase }: CommentsService,
  intent: ReplyIntent,
  { account, reply, replyId }: { account: CommentAccount; reply: NewReply; replyId: string },
): Promise<void> =>
  retryConflicts(() =>
    unmappedDatabase.prismaTransaction(async (transaction) => {
      await markPosted(transaction, intent, replyId);
      await markReplied(transaction.sql, reply);
      await insertOwnComment(transaction, account, reply, replyId);
    }),
  );

/**
 * Publishes the reply of an intent once, and returns the reply's id. Storing the outcome is retried until the caller's
 * deadline; if it fails, the error is `provider_timeout`, because `service_unavailable` would invite a second reply.
 * `deadlineAt` in ms since the epoch.
 */
export async function publishOnce(
  service: CommentsService,
  intent: ReplyIntent,
  { account, reply }: { account: CommentAccount; reply: NewReply },
  deadlineAt: number,
): Promise<string> {
  // An earlier run of the same request published it already.
  if (intent.status === 'posted' && intent.replyId !== null) return intent.replyId;
  if (intent.status !== 'new') throw new AppError('provider_timeout');
  const { environment, unmappedDatabase } = service;
  const observedAt = service.now();
  const untilMs = Math.min(Date.now() + environment.PARLEY_PROVIDER_TIMEOUT_MS, deadlineAt - STORE_MARGIN_MS);
  if (untilMs <= Date.now()) {
    await isStored(service, deadlineAt, () => dropReply(unmappedDatabase, intent));
    throw new AppError('service_unavailable', { retry_after: 1 });
  }
  const outcome = await retryRefused((leftMs) => publishReply(service, account, reply, leftMs), untilMs);
  if (outcome.kind === 'accepted') {
    const replyId = outcome.providerMessageId;
    if (await isStored(service, deadlineAt, () => finishReply(service, intent, { account, reply, replyId }))) {
      tellInboxChanged(service.bus, [reply.tenantId]);
      return replyId;
    }
    throw new AppError('provider_timeout', { message: 'The reply was published, and could not be stored.' });
  }
  const { provider } = outcome;
  if (outcome.kind === 'unknown') {
    // If this cannot be stored, `posting` means the same.
    await isStored(service, deadlineAt, () => markReplyUnknown(unmappedDatabase, intent));
    throw new AppError('provider_timeout', { provider });
  }
  if (outcome.channelBroken) reportBroken(service, account, observedAt);
  await isStored(service, deadlineAt, () => dropReply(unmappedDatabase, intent));
  throw refusedByProvider(provider);
}
