import type { commentReply } from '@parley/common/contracts/comments/comment-reply';
import type { OutputOf } from '@parley/common/define-contract';
import { isKeyFree } from '@parley/messaging/idempotency-rules';
import type { StoredComment } from '../received/comment.rules.ts';

/** The outcome of the private reply. */
export type PrivateAnswer = OutputOf<typeof commentReply>['privateMessage'];

/** A reply to publish. */
export interface NewReply {
  tenantId: number;
  comment: StoredComment;
  instanceId: string;
  idempotencyKey: string | null;
  text: string;
  at: Date;
}

/** A public reply that is about to be made, or that an earlier run of the same request made. */
export interface ReplyIntent {
  id: string;
  /** `posting` from an earlier run: its process died before it learned the outcome. */
  status: 'new' | 'posting' | 'posted' | 'unknown';
  replyId: string | null;
  /** From an earlier run; null when it sent no private reply. */
  privateAnswer: PrivateAnswer;
  /** False: the same Idempotency-Key was used for another reply. */
  isSame: boolean;
}

/** A stored reply. */
export interface KeptReply {
  id: string;
  status: 'posting' | 'posted' | 'unknown';
  replyId: string | null;
  privateMessage: PrivateAnswer;
  /** Row number of the comment that it answers. */
  commentRowId: string;
  text: string;
  createdAt: Date;
}

/**
 * The earlier run under the request's Idempotency-Key, or null when the key is free again
 * (docs/reference/requests.md#idempotency-key).
 */
export function intentOfKept(
  kept: KeptReply,
  asked: { commentRowId: string; text: string },
  now: Date,
): ReplyIntent | null {
  if (isKeyFree(kept.createdAt, now)) return null;
  const { id, status, replyId, privateMessage } = kept;
  const isSame = kept.commentRowId === asked.commentRowId && kept.text === asked.text;
  return { id, status, replyId, privateAnswer: privateMessage, isSame };
}
