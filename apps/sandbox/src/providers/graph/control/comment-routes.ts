import type { FastifyInstance } from 'fastify';
import type { CallbackOutcome } from '../../../callbacks/callback-sender.ts';
import { ControlError, unknownAccount } from '../../../control/control-error.ts';
import { mountControls } from '../../../control/mount-controls.ts';
import { addComment, ownAuthor } from '../state/add-comment.ts';
import type { Comment, GrantedAccount } from '../state/page.ts';
import { postComment } from '../wire/pages/build-comment-change.ts';
import { COMMENT_CONTROLS, COMMENTER_CONTROLS, type CommentInput, type ShownComment } from './page-controls.ts';
import { type PageActDeps, pickGrantedAccount } from './page-customer-acts.ts';

/** Comments of people and of the page itself: write, edit, hide, delete, list. */
export function commentRoutes(app: FastifyInstance, deps: PageActDeps) {
  const { state, pageWebhooks } = deps;
  const find = (id: string) => {
    const comment = state.meta.comment(id);
    const granted = comment && state.meta.grantedAccount(comment.account);
    return comment && granted && !comment.deleted ? { comment, granted } : unknownComment();
  };

  mountControls(app, COMMENTER_CONTROLS, {
    async customerComments(given, { channel, address }) {
      const granted = pickGrantedAccount(state, channel, given.account) ?? unknownAccount();
      const comment = writeAsPerson(deps, granted, address, given) ?? unknownComment();
      const { times, form } = given;
      const callback = await postComment(pageWebhooks, granted, comment, 'add', { times, ...(form ? { form } : {}) });
      return writtenComment(comment, callback);
    },
    async ownerComments(given, { channel, id }) {
      const granted = pickGrantedAccount(state, channel, id) ?? unknownAccount();
      const written = { ...newComment(deps, given), from: ownAuthor(granted), isOwn: true };
      const comment = addComment(state.meta, granted, written) ?? unknownComment();
      return writtenComment(comment, await postComment(pageWebhooks, granted, comment, 'add', { times: given.times }));
    },
  });

  mountControls(app, COMMENT_CONTROLS, {
    comments({ channel, account, post_id: postId, own, limit }) {
      const found = [...state.meta.comments.values()].filter(
        (comment) =>
          (channel === undefined || comment.channel === channel) &&
          (account === undefined || comment.account === account) &&
          (postId === undefined || comment.postId === postId) &&
          (own === undefined || String(comment.isOwn) === own),
      );
      return { count: found.length, comments: found.slice(0, limit).map(showComment) };
    },
    async changeComment({ text, hidden }, { id }) {
      const { comment, granted } = find(id);
      const callbacks = [];
      if (text !== undefined) {
        comment.text = text;
        callbacks.push(await postComment(pageWebhooks, granted, comment, 'edited'));
      }
      if (hidden !== undefined) {
        comment.hidden = hidden;
        callbacks.push(await postComment(pageWebhooks, granted, comment, hidden ? 'hide' : 'unhide'));
      }
      return { callbacks };
    },
    async deleteComment(_, { id }) {
      const { comment, granted } = find(id);
      comment.deleted = true;
      return { callbacks: [await postComment(pageWebhooks, granted, comment, 'remove')] };
    },
  });
}

function unknownComment(): never {
  throw new ControlError(404, 'unknown_comment');
}

/** The answer after a comment was written, with Parley's answer to its webhook. */
const writtenComment = ({ id, postId, parentId }: Comment, callback: CallbackOutcome | null) => ({
  comment_id: id,
  post_id: postId,
  parent_id: parentId,
  callbacks: [callback],
});

function writeAsPerson(deps: PageActDeps, granted: GrantedAccount, address: string, given: CommentInput) {
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

function newComment(deps: PageActDeps, given: CommentInput) {
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

function showComment(comment: Comment): ShownComment {
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
