import type { CallbackOutcome } from '../../../callbacks/callback-sender.ts';
import type { TiktokState, TiktokStoredComment } from '../state/tiktok-state.ts';
import type { TiktokWebhooks } from './post-webhook.ts';

/** Writes, deletes and changes comments, and posts the webhook if the app receives it. */
export type CommentActs = ReturnType<typeof makeCommentActs>;

export function makeCommentActs(deps: { state: TiktokState; webhooks: TiktokWebhooks; now: () => number }) {
  const { state, now } = deps;

  async function tell(comment: TiktokStoredComment, action: string, atMs: number, asked?: boolean, times = 1) {
    if (!(asked ?? state.settings.commentWebhooks)) return null;
    const content = {
      comment_id: comment.id,
      video_id: comment.videoId,
      ...(comment.parentId === null ? {} : { parent_comment_id: comment.parentId }),
      comment_type: comment.parentId === null ? 'comment' : 'reply',
      comment_action: action,
      timestamp: Math.floor(atMs / 1000),
      unique_identifier: comment.personId ?? comment.openId,
      text: comment.text,
    };
    return deps.webhooks.post(comment.openId, 'comment.update', content, { times, type: 'COMMENT' });
  }

  return {
    async write(
      given: Omit<TiktokStoredComment, 'id' | 'status'> & { id?: string | undefined },
      { webhook, times }: { webhook?: boolean | undefined; times?: number | undefined } = {},
    ): Promise<{ comment: TiktokStoredComment; callback: CallbackOutcome | null }> {
      const comment = { ...given, id: given.id ?? state.nextCommentId(), status: 'PUBLIC' as const };
      state.comments.set(comment.id, comment);
      return { comment, callback: await tell(comment, 'insert', comment.createdAtMs, webhook, times) };
    },
    async remove(id: string, webhook?: boolean | undefined): Promise<{ callback: CallbackOutcome | null } | null> {
      const comment = state.comments.get(id);
      if (!comment) return null;
      for (const reply of [...state.comments.values()]) if (reply.parentId === id) state.comments.delete(reply.id);
      state.comments.delete(id);
      return { callback: await tell(comment, 'delete', now(), webhook) };
    },
    async show(id: string, status: 'PUBLIC' | 'HIDDEN', webhook?: boolean | undefined): Promise<unknown> {
      const comment = state.comments.get(id);
      if (!comment) return null;
      comment.status = status;
      const action = status === 'HIDDEN' ? 'set_to_hidden' : 'set_to_public';
      return { callback: await tell(comment, action, now(), webhook) };
    },
  };
}
