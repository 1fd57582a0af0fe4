import { setTimeout as pause } from 'node:timers/promises';
import { type CallContext, callerOf } from '@parley/common/call-context';
import type { CommentPlatform } from '@parley/common/channels';
import type { commentReply } from '@parley/common/contracts/comments/comment-reply';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { SendOutcome } from '@parley/providers/send-outcome';
import type { CommentAccount, StoredComment } from '../domain/comment.ts';
import type { PublishReply } from '../domain/platform-replies.ts';
import { checkReply } from '../domain/reply-rules.ts';
import type { NewReply, PrivateAnswer, ReplyIntent, ReplyStore } from '../storage/reply-store.ts';

export interface ReplyToCommentDeps extends ReplyStore {
  findComment(tenantId: number, commentId: string): Promise<StoredComment | null>;
  findAccount(tenantId: number, accountId: number): Promise<CommentAccount | null>;
  publish: PublishReply;
  /** Services/send sends it; throws the error that it answers. */
  sendPrivately(
    given: { account: CommentAccount; comment: StoredComment; message: string },
    context: CallContext,
  ): Promise<{ message_id: string; conversation_id: number }>;
  /** The provider refuses the account's token for good. */
  reportBroken(account: CommentAccount, observedAt: Date): void;
  now(): Date;
  timeoutMs: number;
}

const MAX_TRIES = 3;
const REFUSAL_CODE = { fb: 'graph_error', ig: 'graph_error', tt: 'tiktok_error' } as const;

/** Refusals that certainly published nothing are tried again, at most twice, within the time limit (contract §4). */
async function publishPatiently(
  deps: ReplyToCommentDeps,
  account: CommentAccount,
  comment: StoredComment,
  text: string,
): Promise<SendOutcome> {
  const deadlineMs = Date.now() + deps.timeoutMs;
  for (let tries = 1; ; tries++) {
    const outcome = await deps.publish(account, comment, text, Math.max(deadlineMs - Date.now(), 1));
    if (outcome.kind !== 'refused' || !outcome.safeToRetry || tries >= MAX_TRIES) return outcome;
    const waitMs = outcome.retryAfterMs ?? 250 * tries;
    if (Date.now() + waitMs >= deadlineMs) return outcome;
    await pause(waitMs);
  }
}

async function publishOnce(
  deps: ReplyToCommentDeps,
  intent: ReplyIntent,
  account: CommentAccount,
  reply: NewReply,
): Promise<string> {
  // An earlier run of the same request: what it published is not published again.
  if (intent.status === 'posted' && intent.replyId !== null) return intent.replyId;
  if (intent.status !== 'new') throw new AppError('provider_timeout');
  const observedAt = deps.now();
  const outcome = await publishPatiently(deps, account, reply.comment, reply.text);
  if (outcome.kind === 'accepted') {
    await deps.finishReply(intent, account, reply, outcome.providerMessageId).catch((error: unknown) => {
      // It stands, and nothing here says so: `service_unavailable` would ask for another.
      throw new AppError('provider_timeout', { cause: error });
    });
    return outcome.providerMessageId;
  }
  const { provider } = outcome;
  if (outcome.kind === 'unknown') {
    await deps.doubtReply(intent);
    throw new AppError('provider_timeout', { provider });
  }
  await deps.dropReply(intent);
  if (outcome.channelBroken) deps.reportBroken(account, observedAt);
  throw new AppError(REFUSAL_CODE[account.channel], { message: provider.message, provider });
}

/** Written before it is sent: a run that finds it does not know what became of it. */
const MAY_BE_SENT: PrivateAnswer = {
  ok: false,
  error: 'provider_timeout',
  message: 'The private reply may have been sent.',
};

async function answerPrivately(
  send: () => Promise<{ message_id: string; conversation_id: number }>,
): Promise<PrivateAnswer> {
  try {
    return { ok: true, ...(await send()) };
  } catch (error) {
    // The public reply stands, whatever became of the private one (contract §5).
    if (!(error instanceof AppError)) throw error;
    return { ok: false, error: error.code, message: error.message };
  }
}

async function answerPrivatelyOnce(
  deps: ReplyToCommentDeps,
  intent: ReplyIntent,
  send: () => Promise<{ message_id: string; conversation_id: number }>,
): Promise<PrivateAnswer> {
  if (intent.privateAnswer !== null) return intent.privateAnswer;
  await deps.keepPrivateAnswer(intent, MAY_BE_SENT);
  const answer = await answerPrivately(send);
  await deps.keepPrivateAnswer(intent, answer);
  return answer;
}

const mayUse = (channels: readonly string[], platform: CommentPlatform): boolean => channels.includes(platform);

/**
 * Answers a comment, publicly and, on fb and ig, privately as well (source §4 #14, rule 10; contract §5). Everything is
 * checked before anything is published. Errors: unknown_comment, channel_not_allowed, private_message_not_supported,
 * invalid_message, invalid_private_message, not_connected, idempotency_mismatch, graph_error, tiktok_error, provider_timeout.
 */
export function makeReplyToComment(deps: ReplyToCommentDeps) {
  return async (input: InputOf<typeof commentReply>, context: CallContext): Promise<OutputOf<typeof commentReply>> => {
    const caller = callerOf(context);
    const comment = await deps.findComment(caller.tenant_id, input.comment_id);
    if (!comment) throw new AppError('unknown_comment');
    if (!mayUse(caller.channels, comment.platform)) throw new AppError('channel_not_allowed');
    checkReply(comment.platform, input.message, input.private_message);
    const account = await deps.findAccount(caller.tenant_id, comment.account.id);
    if (!account) throw new AppError('not_connected');

    const reply: NewReply = {
      tenantId: caller.tenant_id,
      comment,
      instanceId: caller.instance_id,
      idempotencyKey: context.idempotency?.key ?? null,
      text: input.message,
      at: deps.now(),
    };
    const intent = await deps.beginReply(reply);
    if (!intent.isSame) throw new AppError('idempotency_mismatch');
    const replyId = await publishOnce(deps, intent, account, reply);
    const { private_message: message } = input;
    return {
      ok: true,
      platform: comment.platform,
      comment_id: replyId,
      in_reply_to: comment.commentId,
      post_id: comment.postId,
      private_message:
        message === undefined
          ? null
          : await answerPrivatelyOnce(deps, intent, () => deps.sendPrivately({ account, comment, message }, context)),
    };
  };
}
