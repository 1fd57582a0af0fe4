import type { CommentPlatform } from '@parley/common/channels';
import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { CommentMedia } from '@parley/common/events';
import { boundText, cleanText, cutText } from '@parley/common/text/clean-text';
import { boundId, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from '@parley/providers/received/tidy-values';

/** A connected account that has comments. */
export interface CommentAccount {
  id: number;
  tenantId: number;
  channel: CommentPlatform;
  /** Page id, ig account id, open id. */
  externalId: string;
  name: string;
  /** Encrypted. */
  credentials: string;
  connectedAt: Date;
}

/** A comment as it is stored. */
export interface StoredComment {
  /** Row number, in decimal digits. */
  id: string;
  account: Pick<CommentAccount, 'id' | 'externalId' | 'name'>;
  platform: CommentPlatform;
  commentId: string;
  postId: string;
  parentId: string | null;
  text: string;
  media: CommentMedia[];
  authorId: string;
  authorName: string;
  conversationId: number;
  createdAt: Date;
  replied: boolean;
  /** Whether the platform offered to take a private reply (tt). */
  isOffered: boolean;
}

/**
 * The part of an id that all its spellings share: Graph returns the same comment of a page with different prefixes,
 * and only the part after the last underscore is its own (docs/reference/fb.md#comments).
 */
export function commentKey(platform: CommentPlatform, commentId: string): string {
  if (platform !== 'fb') return commentId;
  return commentId.slice(commentId.lastIndexOf('_') + 1);
}

/** Placeholder address of an anonymous commenter. */
export const hiddenPerson = (platform: CommentPlatform, commentId: string): string =>
  `hidden:${commentKey(platform, commentId)}`;

/**
 * The commenter. An anonymous person has no id, so each such comment is a separate conversation with an empty `from`.
 */
export function authorOf({ from, platform, commentId }: Pick<CommentChange, 'from' | 'platform' | 'commentId'>) {
  return from === null
    ? { id: '', name: '', person: hiddenPerson(platform, commentId) }
    : { id: from.id, name: from.name ?? '', person: from.id };
}

/** Prepares a comment for the database: storable texts, and ids that fit an index. */
export const storable = (change: CommentChange): CommentChange => ({
  ...change,
  commentId: boundId(change.commentId),
  postId: change.postId === null ? null : boundId(change.postId),
  parentId: change.parentId === null ? null : boundId(change.parentId),
  text: cutText(change.text, MAX_TEXT_LENGTH),
  ...(change.media ? { media: change.media.map(({ type, url }) => ({ type, url: cleanText(url) })) } : {}),
  from: change.from && {
    id: boundId(change.from.id),
    name: change.from.name === null ? null : boundText(change.from.name, MAX_NAME_LENGTH),
  },
});

/**
 * Whether the account itself wrote it: as the provider reports, or, on ig, by the account's own user name
 * (docs/reference/ig.md#comments).
 */
export const isWrittenBy = (
  account: Pick<CommentAccount, 'channel' | 'externalId' | 'name'>,
  change: CommentChange,
): boolean =>
  change.isOwn ||
  change.from?.id === account.externalId ||
  (account.channel === 'ig' && change.from?.name != null && change.from.name === account.name);

/** A stored comment. Edits, removals and answers may arrive before the comment itself. */
export interface CommentState {
  commentId: string;
  postId: string;
  parentId: string | null;
  text: string;
  /** Images and videos. */
  media: CommentMedia[];
  authorId: string;
  authorName: string;
  isOwn: boolean;
  conversationId: number | null;
  createdAt: Date;
  reportedAt: Date | null;
  editedAt: Date | null;
  removedAt: Date | null;
  /** Whether it is hidden from other people; null: the platform has not reported it. */
  isHidden: boolean | null;
  /** When it was last hidden or shown. */
  visibilityAt: Date | null;
  repliedAt: Date | null;
  /** When the platform offered to take a private reply (tt). */
  offeredAt: Date | null;
  erasedAt: Date | null;
}

type NamedComment = Pick<CommentChange, 'commentId' | 'postId' | 'parentId'>;

const waitingSince = ({ commentId, postId, parentId }: NamedComment, at: Date): CommentState => ({
  commentId,
  postId: postId ?? '',
  parentId,
  text: '',
  media: [],
  authorId: '',
  authorName: '',
  isOwn: false,
  conversationId: null,
  createdAt: at,
  reportedAt: null,
  editedAt: null,
  removedAt: null,
  isHidden: null,
  visibilityAt: null,
  repliedAt: null,
  offeredAt: null,
  erasedAt: null,
});

const isWaiting = ({ reportedAt, conversationId, isOwn, erasedAt }: CommentState): boolean =>
  reportedAt === null && conversationId === null && !isOwn && erasedAt === null;

/**
 * Applies a new comment; one of the account itself has no conversation. An event is due only if the comment is new, by
 * another person, and not removed already. If an edit came first, its newer text is kept.
 */
export function commentAfterAdded(
  before: CommentState | null,
  change: CommentChange,
  conversationId: number | null,
  now: Date,
): CommentState {
  if (before && !isWaiting(before)) return before;
  const at = new Date(change.at);
  const waiting = before ?? waitingSince(change, at);
  const author = authorOf(change);
  const isOwn = conversationId === null;
  return {
    ...waiting,
    commentId: change.commentId,
    postId: change.postId ?? '',
    parentId: change.parentId,
    text: waiting.editedAt === null ? change.text : waiting.text,
    media: waiting.editedAt === null ? (change.media ?? []) : waiting.media,
    authorId: author.id,
    authorName: author.name,
    isOwn,
    conversationId,
    createdAt: at,
    reportedAt: isOwn || waiting.removedAt !== null ? null : now,
  };
}

/** Hides or shows a comment; the newest of several changes wins. */
function commentAfterVisibility(before: CommentState | null, change: CommentChange): CommentState {
  const at = new Date(change.at);
  const comment = before ?? waitingSince(change, at);
  const isHidden = change.change === 'hidden';
  const since = comment.visibilityAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const isRepeat = comment.isHidden === isHidden && since === at.getTime();
  return since > at.getTime() || isRepeat ? comment : { ...comment, isHidden, visibilityAt: at };
}

/** Applies an edit, a removal, a change of visibility, or the offer of a private reply. The newer of two edits wins; the first removal is kept. */
export function commentAfterAltered(before: CommentState | null, change: CommentChange): CommentState {
  if (before && before.erasedAt !== null) return before;
  if (change.change === 'hidden' || change.change === 'shown') return commentAfterVisibility(before, change);
  const at = new Date(change.at);
  if (change.change === 'offered')
    return before?.offeredAt ? before : { ...(before ?? waitingSince(change, at)), offeredAt: at };
  const isRemoved = change.change === 'removed';
  if (!before)
    return {
      ...waitingSince(change, at),
      text: change.text,
      media: change.media ?? [],
      ...(isRemoved ? { removedAt: at } : { editedAt: at }),
    };
  if (isRemoved) return before.removedAt === null ? { ...before, removedAt: at } : before;
  const isOlder = before.editedAt !== null && before.editedAt.getTime() > at.getTime();
  return isOlder ? before : { ...before, text: change.text, media: change.media ?? [], editedAt: at };
}

/** Marks the comment as answered by the account; the first answer is kept. */
export function commentAfterReplied(
  before: CommentState | null,
  { commentId, postId, at }: { commentId: string; postId: string | null; at: Date },
): CommentState {
  if (!before) return { ...waitingSince({ commentId, postId, parentId: null }, at), repliedAt: at };
  return before.repliedAt === null ? { ...before, repliedAt: at } : before;
}
