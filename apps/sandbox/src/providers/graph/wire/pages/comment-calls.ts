import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import { addComment, ownAuthor, postsOf } from '../../state/add-comment.ts';
import type { Comment, GrantedAccount, MetaToken } from '../../state/page.ts';
import { badParameter, objectMissing } from '../graph-error.ts';
import { listPage } from '../list-page.ts';
import { isTokenOf, refuseScope, textOf } from './authorize-page-call.ts';
import { postComment } from './build-comment-change.ts';
import type { PageWebhooks } from './post-page-webhook.ts';
import { pickFields, readFields, refuseUnknownField } from './read-fields.ts';
import type { PageReceipts } from './schedule-page-receipts.ts';
import { commentNode } from './show-node.ts';

export interface CommentCallDeps {
  state: SandboxState;
  webhooks: PageWebhooks;
  receipts: PageReceipts;
  now: () => number;
}

/** One call on an object: its id, the token and every parameter. */
export interface ObjectCall {
  id: string;
  token: MetaToken;
  parameters: Record<string, unknown>;
  /** The called address, for the links of a list. */
  selfUrl: string;
}

const DEFAULTS = { fb: ['created_time', 'from', 'message'], ig: ['timestamp', 'text'] };
const MAX_INSTAGRAM_CHARACTERS = 300;

/** A comment or post that a token may use, with its account; undefined if there is none. */
export function findPlace(
  { meta }: SandboxState,
  id: string,
  token: MetaToken,
): { granted: GrantedAccount; postId: string; comment: Comment | null } | undefined {
  const comment = meta.comment(id);
  const granted = comment && meta.grantedAccount(comment.account);
  if (comment && granted && !comment.deleted && isTokenOf(token, granted.page)) {
    return { granted, postId: comment.postId, comment };
  }
  const page = meta.pageOf(token.pageId);
  if (!page) return undefined;
  const both: GrantedAccount[] = [{ channel: 'fb', account: page.id, page }];
  if (page.instagram) both.push({ channel: 'ig', account: page.instagram.id, page });
  const owner = both.find((candidate) => postsOf(candidate).some((post) => post.id === id));
  return owner && { granted: owner, postId: id, comment: null };
}

/** GET /{post}/comments and /{comment}/comments or /replies: the comments that were not deleted. */
export function listComments({ state }: CommentCallDeps, call: ObjectCall): ProviderAnswer {
  const place = findPlace(state, call.id, call.token);
  if (!place) return objectMissing(call.id, 'get');
  const { granted, postId, comment } = place;
  const flat = textOf(call.parameters, 'filter') === 'stream';
  const found = [...state.meta.comments.values()].filter(
    (candidate) =>
      candidate.account === granted.account &&
      candidate.postId === postId &&
      !candidate.deleted &&
      (comment ? candidate.parentId === comment.id : flat || candidate.parentId === null),
  );
  const newestFirst =
    granted.channel === 'ig' ? !comment : textOf(call.parameters, 'order') === 'reverse_chronological';
  found.sort((a, b) => (newestFirst ? b.atMs - a.atMs : a.atMs - b.atMs));
  const asked = readFields(textOf(call.parameters, 'fields'));
  const list = listPage(found, call.parameters, call.selfUrl);
  const data = list.data.map(
    (element) => pickFields(commentNode(state.meta, element as Comment), asked, DEFAULTS[granted.channel]), // safe: listPage returns its own elements
  );
  return { status: 200, body: { ...list, data } };
}

/** GET /{comment}. */
export function showComment({ state }: CommentCallDeps, call: ObjectCall, comment: Comment): ProviderAnswer {
  const node = commentNode(state.meta, comment);
  const asked = readFields(textOf(call.parameters, 'fields'));
  const refusal = refuseUnknownField(node, asked, comment.channel === 'fb' ? 'Comment' : 'IGComment');
  return refusal ?? { status: 200, body: pickFields(node, asked, DEFAULTS[comment.channel]) };
}

/** POST /{comment}/comments, /{post}/comments (fb) and /{comment}/replies, /{media}/comments (ig). */
export async function writeComment(
  deps: CommentCallDeps,
  call: ObjectCall,
  edge: 'comments' | 'replies',
): Promise<ProviderAnswer> {
  const place = findPlace(deps.state, call.id, call.token);
  if (!place) return objectMissing(call.id, 'post');
  const { granted, postId, comment: parent } = place;
  const isReply = parent !== null;
  if (granted.channel === 'fb' ? edge !== 'comments' : (edge === 'replies') !== isReply) {
    return objectMissing(call.id, 'post');
  }
  const text = textOf(call.parameters, 'message');
  const refusal = refuseOwnComment(granted, call, parent, text);
  if (refusal) return refusal;
  const comment = addComment(deps.state.meta, granted, {
    text: text ?? '',
    from: ownAuthor(granted),
    isOwn: true,
    byApp: true,
    atMs: deps.now(),
    photo: textOf(call.parameters, 'attachment_url') ?? null,
    ...(parent ? { parentId: parent.id } : { postId }),
  });
  if (!comment) return objectMissing(call.id, 'post');
  const { echoes } = deps.state.settings;
  if (echoes === 'before') await postComment(deps.webhooks, granted, comment, 'add');
  else if (echoes === 'after') deps.receipts.later(() => postComment(deps.webhooks, granted, comment, 'add'));
  return { status: 200, body: { id: comment.id } };
}

function refuseOwnComment(granted: GrantedAccount, call: ObjectCall, parent: Comment | null, text: string | undefined) {
  const scope = granted.channel === 'fb' ? 'pages_manage_engagement' : 'instagram_manage_comments';
  const forbidden = refuseScope(call.token, scope);
  if (forbidden) return forbidden;
  if (text === undefined && (granted.channel === 'ig' || call.parameters.attachment_url === undefined)) {
    return badParameter('The parameter message is required');
  }
  if (granted.channel === 'fb') return null;
  if (parent?.hidden || parent?.productType === 'LIVE') return badParameter('Cannot reply to this comment');
  return [...(text ?? '')].length > MAX_INSTAGRAM_CHARACTERS
    ? badParameter(`The comment must be at most ${MAX_INSTAGRAM_CHARACTERS} characters long`)
    : null;
}

/** POST /{comment}: a new text (fb), or hidden or not; the platform's webhook reports the same change. */
export function changeComment(deps: CommentCallDeps, call: ObjectCall, comment: Comment): ProviderAnswer {
  const granted = deps.state.meta.grantedAccount(comment.account);
  const text = textOf(call.parameters, 'message');
  const hidden = call.parameters.is_hidden ?? call.parameters.hide;
  if (!granted || (text === undefined && hidden === undefined))
    return badParameter('The parameter message is required');
  if (text !== undefined) {
    if (!comment.isOwn) return objectMissing(call.id, 'post');
    comment.text = text;
  }
  if (hidden !== undefined) comment.hidden = String(hidden) === 'true';
  const verb = text !== undefined ? 'edited' : comment.hidden ? 'hide' : 'unhide';
  deps.receipts.later(() => postComment(deps.webhooks, granted, comment, verb));
  return { status: 200, body: { success: true } };
}

/** DELETE /{comment}. */
export function removeComment(deps: CommentCallDeps, comment: Comment): ProviderAnswer {
  const granted = deps.state.meta.grantedAccount(comment.account);
  comment.deleted = true;
  if (granted) deps.receipts.later(() => postComment(deps.webhooks, granted, comment, 'remove'));
  return { status: 200, body: { success: true } };
}
