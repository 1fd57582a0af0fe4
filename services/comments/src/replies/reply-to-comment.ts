import { reportBroken } from '@parley/bus/channels/report-broken-channel';
import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { type CallContext, callerOf } from '@parley/common/call-context';
import { commentReply } from '@parley/common/contracts/comments/comment-reply';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, refusedByProvider } from '@parley/common/errors';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { retryWhileAway } from '@parley/database/transactions/retry-while-away';
import { openCredentials } from '@parley/messaging/accounts/credentials';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { retryRefused } from '@parley/providers/http/retry-refused';
import type { SendOutcome } from '@parley/providers/sent/send-outcome';
import { renewOnce } from '@parley/providers/tiktok/renew-once';
import { openAccessToken, renewToken } from '../accounts/access-token.steps.ts';
import { findAccount } from '../accounts/account.store.ts';
import { findComment } from '../lists/list.store.ts';
import type { CommentAccount } from '../received/comment.rules.ts';
import type { CommentsService } from '../service.ts';
import { checkReply, type NewReply, type PrivateAnswer, type ReplyIntent } from './reply.rules.ts';
import {
  beginReply,
  dropReply,
  insertOwnComment,
  keepPrivateAnswer,
  markPosted,
  markReplied,
  markReplyUnknown,
} from './reply.store.ts';
import { type PrivateReply, sendPrivately } from './send-privately.client.ts';

/**
 * Answers a comment publicly and, where the platform takes that, also privately, once per Idempotency-Key
 * (docs/reference/comments.md#replies). Errors: unknown_comment, channel_not_allowed, private_message_not_supported,
 * invalid_message, invalid_private_message, not_connected, idempotency_mismatch, graph_error, tiktok_error,
 * provider_timeout.
 */
export const replyToComment = verb(commentReply, async (service: CommentsService, input, context) => {
  const store = { database: service.unmappedDatabase, cipher: service.cipher };
  return withIdempotencyKey(store, commentReply, context, () => publishAnswers(service, input, context));
});

/** Checks everything before anything is published. */
async function publishAnswers(
  service: CommentsService,
  input: InputOf<typeof commentReply>,
  context: CallContext,
): Promise<OutputOf<typeof commentReply>> {
  const { tenantId, instanceId, channels } = callerOf(context);
  const comment = await findComment(service.database, tenantId, input.commentId);
  if (!comment) throw new AppError('unknown_comment');
  const { platform } = comment;
  if (!channels.includes(platform)) throw new AppError('channel_not_allowed');
  checkReply(comment, input.message, input.privateMessage);
  const account = await findAccount(service.database, tenantId, comment.account.id);
  if (!account) throw new AppError('not_connected');

  const idempotencyKey = context.idempotency?.key ?? null;
  const reply: NewReply = { tenantId, comment, instanceId, idempotencyKey, text: input.message, at: service.now() };
  const intent = await beginReply(service.database, reply);
  if (!intent.isSame) throw new AppError('idempotency_mismatch');
  const commentId = await publishOnce(service, intent, { account, reply }, context.deadlineAt);
  const { privateMessage: message } = input;
  return {
    ok: true,
    platform,
    commentId,
    inReplyTo: comment.commentId,
    postId: comment.postId,
    privateMessage:
      message === undefined ? null : await answerPrivately(service, intent, { account, comment, message }, context),
  };
}

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
async function publishOnce(
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

/**
 * Publishes a reply at the platform with one call; callers decide on retries. An expired access token of tt is renewed
 * once.
 */
async function publishReply(
  service: CommentsService,
  account: CommentAccount,
  { comment, text }: NewReply,
  limitMs: number,
): Promise<SendOutcome> {
  const { cipher, tiktok, pageCallsOf } = service;
  const token = openAccessToken(cipher, account);
  if (account.channel !== 'tt') {
    const { replyToComment } = pageCallsOf(openCredentials(cipher, account.credentials));
    return replyToComment(account.channel, comment.commentId, token, text, limitMs);
  }
  const reply = { videoId: comment.postId, commentId: comment.commentId, text };
  return renewOnce({
    token,
    untilMs: Date.now() + limitMs,
    call: (usable, leftMs) => tiktok.replyToComment(usable, account.externalId, reply, leftMs),
    renew: (untilMs) => renewToken(service, account, untilMs),
  });
}

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
async function answerPrivately(
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
