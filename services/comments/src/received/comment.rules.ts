import type { CommentPlatform } from '@parley/common/channels';
import { boundText, cleanText, cutText } from '@parley/common/clean-text';
import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { CommentMedia } from '@parley/common/events';
import { boundId, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from '@parley/providers/tidy-values';

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
