import { z } from 'zod';
import { timeOf } from '../http/json-walk.ts';
import { boundId, countFrom } from '../received/tidy-values.ts';
import type { ReadResult, SendOutcome } from '../sent/send-outcome.ts';
import { nextCursorOf, readData, toOutcome } from './tiktok-answer.ts';
import type { CallTiktok, TiktokResult } from './tiktok-call.ts';
import { readTiktokComment, type TiktokComment } from './tiktok-comment.ts';

/** A page of a list; its cursor is null on the last one. */
interface Page {
  nextCursor: string | null;
}

/** A video of the account; `comments` is its number of comments, null when the list does not contain it. */
export interface TiktokVideo {
  id: string;
  createdAt: Date | null;
  comments: number | null;
}

/** The calls about videos and their comments (docs/reference/tt.md#comments). */
export interface TiktokCommentCalls {
  listVideos(
    accessToken: string,
    openId: string,
    cursor?: string,
  ): Promise<ReadResult<{ videos: TiktokVideo[] } & Page>>;
  /** Newest first; `listReplies` returns the replies. */
  listComments(
    accessToken: string,
    openId: string,
    videoId: string,
    cursor?: string,
  ): Promise<ReadResult<{ comments: TiktokComment[] } & Page>>;
  listReplies(
    accessToken: string,
    openId: string,
    videoId: string,
    commentId: string,
    cursor?: string,
  ): Promise<ReadResult<{ comments: TiktokComment[] } & Page>>;
  /** `providerMessageId` is the new comment's id; at most 150 characters. */
  replyToComment(
    accessToken: string,
    openId: string,
    given: { videoId: string; commentId: string; text: string },
    limitMs?: number,
  ): Promise<SendOutcome>;
}

const Replied = z.looseObject({ comment_id: z.string().min(1) });
const Video = z.looseObject({ item_id: z.string().min(1) });
const VideoPage = z.looseObject({ videos: z.array(z.unknown()) });
const CommentPage = z.looseObject({ comments: z.array(z.unknown()) });

const MAX_VIDEOS = 20;
const MAX_COMMENTS = 30;

const pageOfComments = (answer: TiktokResult) =>
  readData(answer, CommentPage, (page) => ({
    comments: page.comments.flatMap((entry) => readTiktokComment(entry) ?? []),
    nextCursor: nextCursorOf(page),
  }));

export function makeCommentCalls(call: CallTiktok): TiktokCommentCalls {
  return {
    async listVideos(accessToken, openId, cursor) {
      const fields = ['item_id', 'create_time', 'caption', 'comments'];
      const query = { business_id: openId, fields, max_count: MAX_VIDEOS, cursor };
      const answer = await call({ method: 'GET', path: '/business/video/list/', accessToken, query });
      return readData(answer, VideoPage, (page) => ({
        videos: page.videos.flatMap((entry) => {
          const video = Video.safeParse(entry).data;
          if (!video) return [];
          return [
            { id: boundId(video.item_id), createdAt: timeOf(video.create_time), comments: countFrom(video.comments) },
          ];
        }),
        nextCursor: nextCursorOf(page),
      }));
    },
    async listComments(accessToken, openId, videoId, cursor) {
      const order = { status: 'ALL', sort_field: 'create_time', sort_order: 'desc' };
      const query = { business_id: openId, video_id: videoId, ...order, max_count: MAX_COMMENTS, cursor };
      return pageOfComments(await call({ method: 'GET', path: '/business/comment/list/', accessToken, query }));
    },
    async listReplies(accessToken, openId, videoId, commentId, cursor) {
      const subject = { business_id: openId, video_id: videoId, comment_id: commentId };
      const query = { ...subject, max_count: MAX_COMMENTS, cursor };
      return pageOfComments(await call({ method: 'GET', path: '/business/comment/reply/list/', accessToken, query }));
    },
    async replyToComment(accessToken, openId, { videoId, commentId, text }, limitMs) {
      const body = { business_id: openId, video_id: videoId, comment_id: commentId, text };
      const path = '/business/comment/reply/create/';
      const answer = await call({ method: 'POST', path, accessToken, body, timeoutMs: limitMs });
      return toOutcome(readData(answer, Replied, (data) => data.comment_id));
    },
  };
}
