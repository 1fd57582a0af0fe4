import type { CommentAccount } from '../received/comment.rules.ts';
import type { VideoStates } from './plan-scans.rules.ts';
import type { PollBudget } from './poll-budget.rules.ts';

/** An account whose comments are being fetched; the claim is the fencing token of every write. */
export interface ClaimedPoll {
  account: CommentAccount;
  claimId: string;
  videos: VideoStates;
  failures: number;
}

/** A poll that runs. */
export interface AccountPoll {
  account: CommentAccount;
  /** The account's access token. */
  token: string;
  budget: PollBudget;
  startedAt: Date;
}
