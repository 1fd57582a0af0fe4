import type { CallbackOutcome } from '../callbacks/callback-sender.ts';

/** The outcome of a simulated person's act. */
export interface ActResult {
  account: string;
  from: string;
  /** The provider's ids, in the order of the acts. */
  provider_message_ids: string[];
  /** The first of them; empty when there is none. */
  provider_message_id: string;
  /** tt: the conversation that the act belongs to. */
  conversation_id: string | null;
  /** The first attempt of each webhook; null if the provider had no reason to call. */
  callbacks: (CallbackOutcome | null)[];
}

interface ActAnswer {
  account: string;
  from: string;
  provider_message_id?: string;
  provider_message_ids?: string[];
  conversation_id?: string;
  callback?: CallbackOutcome | null;
  callbacks?: (CallbackOutcome | null)[];
}

/** Converts an act's answer to the form that all channels share. */
export function toActResult(answer: ActAnswer): ActResult {
  const ids = answer.provider_message_ids ?? (answer.provider_message_id ? [answer.provider_message_id] : []);
  const [firstId = ''] = ids;
  return {
    account: answer.account,
    from: answer.from,
    provider_message_ids: ids,
    provider_message_id: firstId,
    conversation_id: answer.conversation_id ?? null,
    callbacks: answer.callbacks ?? (answer.callback === undefined ? [] : [answer.callback]),
  };
}

/** A comment that was written. */
export interface WrittenComment {
  comment_id: string;
  parent_id: string | null;
  /** fb, ig: the post of the comment. */
  post_id?: string;
  /** tt: the video of the comment. */
  video_id?: string;
  /** The first attempt of each webhook; null if the platform had no reason to call. */
  callbacks: (CallbackOutcome | null)[];
}

type CommentAnswer = Omit<WrittenComment, 'callbacks'> &
  Pick<ActAnswer, 'callback' | 'callbacks'> & { account?: string };

/** Converts the answer of a written comment to the form that all channels share. */
export const toWrittenComment = ({ account: _, callback, callbacks, ...written }: CommentAnswer): WrittenComment => ({
  ...written,
  callbacks: callbacks ?? [callback ?? null],
});
