import type { SendOutcome } from '@parley/providers/send-outcome';
import type { CommentAccount, StoredComment } from './comment.ts';

/** Publishes a reply at the platform with one call; callers decide on retries. */
export type PublishReply = (
  account: CommentAccount,
  comment: StoredComment,
  text: string,
  limitMs: number,
) => Promise<SendOutcome>;
