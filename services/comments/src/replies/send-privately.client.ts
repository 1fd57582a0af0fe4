import type { BusClient } from '@parley/bus/bus-client';
import type { CallContext } from '@parley/common/call-context';
import { sendPrivateReply } from '@parley/common/contracts/internal/send-private-reply';
import type { OutputOf } from '@parley/common/define-contract';
import { type CommentAccount, hiddenPerson, type StoredComment } from '../received/comment.rules.ts';

/** A private reply to the author of a comment. */
export interface PrivateReply {
  account: CommentAccount;
  comment: StoredComment;
  message: string;
}

/** Time reserved for returning the outcome of the private reply with that of the public one. */
const ANSWER_MARGIN_MS = 1000;

/** Sends a private reply through services/send; throws its errors. */
export async function sendPrivately(
  bus: Pick<BusClient, 'call'>,
  { account: { channel, externalId }, comment, message }: PrivateReply,
  { requestId, caller, member, deadlineAt }: CallContext,
): Promise<OutputOf<typeof sendPrivateReply>> {
  const input = {
    channel,
    externalId,
    commentId: comment.commentId,
    // An anonymous commenter is addressed by the comment; the provider's answer contains their address.
    to: comment.authorId || hiddenPerson(channel, comment.commentId),
    name: comment.authorName || undefined,
    message,
  };
  const context = {
    requestId,
    deadlineAt: deadlineAt - ANSWER_MARGIN_MS,
    ...(caller ? { caller } : {}),
    ...(member ? { member } : {}),
  };
  return bus.call(sendPrivateReply, input, context);
}
