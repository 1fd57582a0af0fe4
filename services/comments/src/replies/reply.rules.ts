import type { CommentPlatform } from '@parley/common/channels';
import type { commentReply } from '@parley/common/contracts/comments/comment-reply';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { MESSAGE_LIMITS } from '@parley/common/messages/message-length';
import { isKeyFree } from '@parley/messaging/idempotency/idempotency-rules';
import type { StoredComment } from '../received/comment.rules.ts';

/** Maximum length of a public reply in characters (docs/reference/comments.md#replies). */
const MAX_REPLY: Readonly<Record<CommentPlatform, number>> = { fb: 8000, ig: 300, tt: 150 };

const lengthOf = (text: string, unit: 'characters' | 'bytes'): number =>
  unit === 'bytes' ? Buffer.byteLength(text) : text.length;

/**
 * Checks a reply before anything is published. Errors: private_message_not_supported, invalid_message,
 * invalid_private_message (docs/reference/comments.md#replies).
 */
export function checkReply(
  { platform, isOffered }: Pick<StoredComment, 'platform' | 'isOffered'>,
  message: string,
  privateMessage: string | undefined,
): void {
  // TikTok takes one below comments that it offered for it (docs/reference/tt.md#comments).
  if (platform === 'tt' && !isOffered && privateMessage !== undefined)
    throw new AppError('private_message_not_supported');
  const longest = MAX_REPLY[platform];
  if (message.length > longest)
    throw invalidField('message', `message must be at most ${longest} characters in a reply on ${platform}.`);
  if (privateMessage === undefined) return;
  const { text, unit } = MESSAGE_LIMITS[platform];
  if (lengthOf(privateMessage, unit) > text)
    throw invalidField('private_message', `private_message must be at most ${text} ${unit} on ${platform}.`);
}

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
