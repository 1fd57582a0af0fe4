import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CallbackOutcome } from '../../../callbacks/callback-sender.ts';
import { addComment, ownAuthor } from '../state/add-comment.ts';
import type { Comment, GrantedAccount } from '../state/page.ts';
import { postComment } from '../wire/pages/build-comment-change.ts';
import { type PageActDeps, pickGrantedAccount } from './page-customer-acts.ts';

const Person = z.object({ channel: z.enum(['fb', 'ig']), address: z.string().regex(/^\d{1,32}$/) });
const Account = z.object({ channel: z.enum(['fb', 'ig']), id: z.string() });
const CommentId = z.object({ id: z.string() });
/** Body of POST …/comments, for a person or the page itself. */
export const CommentInput = z.object({
  text: z.string().default(''),
  account: z.string().optional(),
  post_id: z.string().optional(),
  parent_id: z.string().optional(),
  photo: z.string().optional(),
  name: z.string().optional(),
  username: z.string().optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  comment_id: z.string().optional(),
  /** Meta does not report the writer. */
  anonymous: z.boolean().default(false),
  /** The writer's id for messages, if it is a different one. */
  psid: z.string().optional(),
  product_type: z.enum(['FEED', 'REELS', 'STORY', 'AD', 'LIVE']).optional(),
  form: z.enum(['changes', 'entry']).optional(),
  times: z.int().min(1).max(100).default(1),
});
/** Body of PUT /sandbox/comments/{id}. */
export const CommentChange = z.object({ text: z.string().optional(), hidden: z.boolean().optional() });
/** Query of GET /sandbox/comments. */
export const CommentQuery = z.object({
  channel: z.enum(['fb', 'ig']).optional(),
  account: z.string().optional(),
  post_id: z.string().optional(),
  own: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(50_000).default(1000),
});

/** The answer after a comment was written, with Parley's answer to its webhook. */
const writtenComment = ({ id, postId, parentId }: Comment, callback: CallbackOutcome | null) => ({
  ok: true,
  comment_id: id,
  post_id: postId,
  parent_id: parentId,
  callbacks: [callback],
});

/** Comments of people and of the page itself below `/sandbox`: write, edit, hide, delete, list. */
export function commentRoutes(app: FastifyInstance, deps: PageActDeps) {
  const { state, pageWebhooks } = deps;

  app.post('/sandbox/customers/:channel/:address/comments', async (request, reply) => {
    const { channel, address } = Person.parse(request.params);
    const given = CommentInput.parse(request.body ?? {});
    const granted = pickGrantedAccount(state, channel, given.account);
    const comment = granted && writeAsPerson(deps, granted, address, given);
    if (!granted || !comment)
      return reply.code(404).send({ ok: false, error: granted ? 'unknown_comment' : 'unknown_account' });
    const { times, form } = given;
    const callback = await postComment(pageWebhooks, granted, comment, 'add', { times, ...(form ? { form } : {}) });
    return reply.send(writtenComment(comment, callback));
  });

  app.post('/sandbox/accounts/:channel/:id/comments', async (request, reply) => {
    const { channel, id } = Account.parse(request.params);
    const given = CommentInput.parse(request.body ?? {});
    const granted = pickGrantedAccount(state, channel, id);
    const comment =
      granted && addComment(state.meta, granted, { ...newComment(deps, given), from: ownAuthor(granted), isOwn: true });
    if (!granted || !comment)
      return reply.code(404).send({ ok: false, error: granted ? 'unknown_comment' : 'unknown_account' });
    const callback = await postComment(pageWebhooks, granted, comment, 'add', { times: given.times });
    return reply.send(writtenComment(comment, callback));
  });

  changeRoutes(app, deps);

  app.get('/sandbox/comments', async (request) => {
    const query = CommentQuery.parse(request.query);
    const found = [...state.meta.comments.values()].filter((comment) => matches(comment, query));
    return { ok: true, count: found.length, comments: found.slice(0, query.limit).map(showComment) };
  });
}

function changeRoutes(app: FastifyInstance, { state, pageWebhooks }: PageActDeps) {
  const find = (params: unknown) => {
    const comment = state.meta.comment(CommentId.parse(params).id);
    const granted = comment && state.meta.grantedAccount(comment.account);
    return comment && granted && !comment.deleted ? { comment, granted } : null;
  };

  app.put('/sandbox/comments/:id', async (request, reply) => {
    const found = find(request.params);
    if (!found) return reply.code(404).send({ ok: false, error: 'unknown_comment' });
    const { comment, granted } = found;
    const given = CommentChange.parse(request.body ?? {});
    const callbacks = [];
    if (given.text !== undefined) {
      comment.text = given.text;
      callbacks.push(await postComment(pageWebhooks, granted, comment, 'edited'));
    }
    if (given.hidden !== undefined) {
      comment.hidden = given.hidden;
      callbacks.push(await postComment(pageWebhooks, granted, comment, given.hidden ? 'hide' : 'unhide'));
    }
    return reply.send({ ok: true, callbacks });
  });

  app.delete('/sandbox/comments/:id', async (request, reply) => {
    const found = find(request.params);
    if (!found) return reply.code(404).send({ ok: false, error: 'unknown_comment' });
    found.comment.deleted = true;
    return reply.send({
      ok: true,
      callbacks: [await postComment(pageWebhooks, found.granted, found.comment, 'remove')],
    });
  });
}

function writeAsPerson(
  deps: PageActDeps,
  granted: GrantedAccount,
  address: string,
  given: z.infer<typeof CommentInput>,
) {
  const personId = given.psid ?? address;
  const known = deps.state.customer(granted.channel, granted.account, personId);
  const name = given.name ?? known?.name ?? 'Jane Roe';
  const username = granted.channel === 'ig' ? (given.username ?? known?.username ?? `user.${address.slice(-6)}`) : null;
  return addComment(deps.state.meta, granted, {
    ...newComment(deps, given),
    from: given.anonymous ? null : { id: address, name, username },
    isOwn: false,
    personId,
  });
}

function newComment(deps: PageActDeps, given: z.infer<typeof CommentInput>) {
  return {
    text: given.text,
    byApp: false,
    atMs: given.at === undefined ? deps.now() : Date.parse(given.at),
    photo: given.photo ?? null,
    ...(given.comment_id === undefined ? {} : { id: given.comment_id }),
    ...(given.post_id === undefined ? {} : { postId: given.post_id }),
    ...(given.parent_id === undefined ? {} : { parentId: given.parent_id }),
    ...(given.product_type === undefined ? {} : { productType: given.product_type }),
  };
}

function matches(comment: Comment, query: z.infer<typeof CommentQuery>): boolean {
  return (
    (query.channel === undefined || comment.channel === query.channel) &&
    (query.account === undefined || comment.account === query.account) &&
    (query.post_id === undefined || comment.postId === query.post_id) &&
    (query.own === undefined || String(comment.isOwn) === query.own)
  );
}

function showComment(comment: Comment) {
  return {
    channel: comment.channel,
    account: comment.account,
    id: comment.id,
    post_id: comment.postId,
    parent_id: comment.parentId,
    from: comment.from,
    is_own: comment.isOwn,
    by_app: comment.byApp,
    text: comment.text,
    at: new Date(comment.atMs).toISOString(),
    hidden: comment.hidden,
    deleted: comment.deleted,
    private_reply_message_id: comment.privateReplyMessageId,
  };
}
