import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CommentActs } from '../wire/comment-acts.ts';
import { showComment } from '../wire/show-comment.ts';
import { pickTiktokAccount, type TiktokControlDeps, unknownTiktok } from './find-account.ts';

/** Body of POST …/comments, for a person or the account itself. */
export const TiktokCommentInput = z.object({
  account: z.string().optional(),
  /** Default: the newest video. */
  video_id: z.string().optional(),
  parent_id: z.string().optional(),
  text: z.string().default('How much?'),
  username: z.string().optional(),
  display_name: z.string().optional(),
  /** Replaces the new id. */
  comment_id: z.string().regex(/^\d+$/).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  /** Whether a webhook is posted; by default the settings decide. */
  webhook: z.boolean().optional(),
  times: z.int().min(1).max(100).default(1),
});
/** Body of PUT /sandbox/comments/tt/{id}. */
export const TiktokCommentChange = z.object({ hidden: z.boolean(), webhook: z.boolean().optional() });
const Removal = z.object({ webhook: z.enum(['true', 'false']).optional() });
const Id = z.object({ id: z.string().min(1).max(512) });
const Filter = z.object({ account: z.string().optional(), video_id: z.string().optional() });

/** `/sandbox/customers/tt/{id}/comments` and `/sandbox/comments/tt`: comments of simulated people and of the owner. */
export function commentControlRoutes(app: FastifyInstance, deps: TiktokControlDeps & { comments: CommentActs }) {
  const { state, comments, now } = deps;

  async function write(personId: string | null, body: unknown) {
    const given = TiktokCommentInput.parse(body ?? {});
    const account = pickTiktokAccount(state, given.account);
    if (!account) return 'account';
    const newest = [...account.videos].sort((one, other) => other.createdAtMs - one.createdAtMs)[0];
    const videoId = given.video_id ?? newest?.id;
    if (!account.videos.some(({ id }) => id === videoId) || videoId === undefined) return 'video';
    const parent = given.parent_id === undefined ? null : state.comments.get(given.parent_id);
    if (parent === undefined) return 'comment';
    if (personId !== null) {
      const person = state.person(personId);
      person.username = given.username ?? person.username;
      person.displayName = given.display_name ?? person.displayName;
    }
    const { comment, callback } = await comments.write(
      {
        id: given.comment_id,
        openId: account.openId,
        videoId,
        parentId: parent === null ? null : (parent.parentId ?? parent.id),
        personId,
        text: given.text,
        createdAtMs: given.at === undefined ? now() : Date.parse(given.at),
      },
      given,
    );
    return {
      ok: true,
      account: account.openId,
      comment_id: comment.id,
      video_id: videoId,
      parent_id: comment.parentId,
      callback,
    };
  }

  app.post('/sandbox/customers/tt/:id/comments', async (request, reply) => {
    const written = await write(Id.parse(request.params).id, request.body);
    return typeof written === 'string' ? unknownTiktok(reply, written) : reply.send(written);
  });
  app.post('/sandbox/accounts/tt/:openId/comments', async (request, reply) => {
    const { openId } = z.object({ openId: z.string() }).parse(request.params);
    const given = z.record(z.string(), z.unknown()).parse(request.body ?? {});
    const written = await write(null, { ...given, account: openId });
    return typeof written === 'string' ? unknownTiktok(reply, written) : reply.send(written);
  });
  app.get('/sandbox/comments/tt', async (request) => {
    const { account, video_id: videoId } = Filter.parse(request.query);
    const found = [...state.comments.values()]
      .filter(({ openId }) => account === undefined || openId === account)
      .filter((comment) => videoId === undefined || comment.videoId === videoId);
    return { ok: true, count: found.length, comments: found.map((comment) => showComment(state, comment)) };
  });
  app.put('/sandbox/comments/tt/:id', async (request, reply) => {
    const { hidden, webhook } = TiktokCommentChange.parse(request.body);
    const changed = await comments.show(Id.parse(request.params).id, hidden ? 'HIDDEN' : 'PUBLIC', webhook);
    return changed ? reply.send({ ok: true, ...changed }) : unknownTiktok(reply, 'comment');
  });
  app.delete('/sandbox/comments/tt/:id', async (request, reply) => {
    const { webhook } = Removal.parse(request.query);
    const removed = await comments.remove(Id.parse(request.params).id, webhook && webhook === 'true');
    return removed ? reply.send({ ok: true, ...removed }) : unknownTiktok(reply, 'comment');
  });
}
