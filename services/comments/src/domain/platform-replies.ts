import type { SendOutcome } from '@parley/providers/send-outcome';
import type { CommentAccount, StoredComment } from './comment.ts';

/** Publishes a reply at the platform, once: what to do about the outcome is decided above it. */
export type PublishReply = (
  account: CommentAccount,
  comment: StoredComment,
  text: string,
  limitMs: number,
) => Promise<SendOutcome>;
