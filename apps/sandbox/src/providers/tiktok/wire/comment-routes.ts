import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import type { TiktokState, TiktokStoredComment } from '../state/tiktok-state.ts';
import type { CommentActs } from './comment-acts.ts';
import { commentsBelow, showComment } from './show-comment.ts';
import { badParam, tiktokError, tiktokOk } from './tiktok-answer.ts';
import { accountRoute, type TiktokDeps } from './tiktok-route.ts';
import { JsonStrings } from './video-routes.ts';

const MAX_TEXT = 150;
const SHOWN_REPLIES = 3;

const Page = {
  business_id: z.string(),
  video_id: z.string().min(1),
  status: z.enum(['PUBLIC', 'ALL']).default('PUBLIC'),
  sort_field: z.enum(['create_time', 'likes', 'replies']).default('create_time'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
  cursor: z.coerce.number().int().min(0).default(0),
  max_count: z.coerce.number().int().min(1).max(30).default(20),
};
const Comments = z.object({
  ...Page,
  comment_ids: JsonStrings,
  include_replies: z.enum(['true', 'false']).default('false'),
});
const Replies = z.object({ ...Page, comment_id: z.string().min(1) });
const Reply = z.object({
  business_id: z.string(),
  video_id: z.string().min(1),
  comment_id: z.string().min(1),
  text: z.string().min(1),
});

/** A page of comments; the cursor is the number of comments before it. */
function pageOf(
  state: TiktokState,
  found: TiktokStoredComment[],
  input: z.infer<typeof Replies> | z.infer<typeof Comments>,
  withReplies = false,
) {
  const seen = found.filter(({ status }) => input.status === 'ALL' || status === 'PUBLIC');
  const sorted = input.sort_order === 'asc' ? seen.reverse() : seen;
  const shown = sorted.slice(input.cursor, input.cursor + input.max_count);
  const comments = shown.map((comment) => {
    const replies = withReplies ? commentsBelow(state, { ...comment, parentId: comment.id }) : [];
    const list = replies.slice(0, SHOWN_REPLIES).map((reply) => showComment(state, reply));
    return { ...showComment(state, comment), ...(list.length === 0 ? {} : { reply_list: list }) };
  });
  const next = input.cursor + shown.length;
  return tiktokOk({ comments, cursor: next, has_more: next < sorted.length });
}

/** Comments below the account's videos: list them, list their replies, reply. */
export function commentRoutes(
  app: FastifyInstance,
  deps: TiktokDeps & { sandbox: SandboxState; comments: CommentActs },
) {
  const { state, now } = deps;
  accountRoute(app, deps, {
    method: 'GET',
    path: '/business/comment/list/',
    scope: 'comment.list',
    input: Comments,
    handle({ account: { openId, videos }, input }) {
      if (!videos.some(({ id }) => id === input.video_id)) return tiktokError(40007);
      const all = commentsBelow(state, { openId, videoId: input.video_id, parentId: null });
      const asked = input.comment_ids;
      const found = asked
        ? [...state.comments.values()].filter(({ id, openId: of }) => of === openId && asked.includes(id))
        : all;
      return pageOf(state, found, input, input.include_replies === 'true');
    },
  });
  accountRoute(app, deps, {
    method: 'GET',
    path: '/business/comment/reply/list/',
    scope: 'comment.list',
    input: Replies,
    handle({ account: { openId }, input }) {
      if (!state.comments.get(input.comment_id)) return tiktokError(40007);
      const found = commentsBelow(state, { openId, videoId: input.video_id, parentId: input.comment_id });
      return pageOf(state, found, input);
    },
  });
  accountRoute(app, deps, {
    method: 'POST',
    path: '/business/comment/reply/create/',
    scope: 'comment.list.manage',
    input: Reply,
    async handle({ account, input, request }) {
      const target = state.comments.get(input.comment_id);
      if (!target || target.openId !== account.openId || target.videoId !== input.video_id) return tiktokError(40007);
      if ([...input.text].length > MAX_TEXT) return badParam('text');
      const { comment } = await deps.comments.write({
        openId: account.openId,
        videoId: target.videoId,
        parentId: target.parentId ?? target.id,
        personId: null,
        text: input.text,
        createdAtMs: now(),
      });
      deps.sandbox.sent.push({
        channel: 'tt',
        account: account.openId,
        to: input.comment_id,
        provider_message_id: comment.id,
        at: new Date(now()).toISOString(),
        text: input.text,
        callback_data: null,
        method: 'comment_reply',
        body: request.body,
      });
      return tiktokOk(showComment(state, comment));
    },
  });
}
