import { invalidField } from '@parley/common/errors';

/** A position in the list of comments: after this one. */
export interface ListPosition {
  createdMs: number;
  id: string;
}

/** `next_cursor` after a comment; opaque to callers. */
export const cursorOf = ({ createdMs, id }: ListPosition): string =>
  Buffer.from(`comment:${createdMs}:${id}`).toString('base64url');

/** Reads what {@link cursorOf} made; null begins at the newest. Errors: invalid_cursor. */
export function readPosition(cursor: string | undefined): ListPosition | null {
  if (cursor === undefined) return null;
  const match = /^comment:(\d{1,15}):(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match?.[1] || !match[2]) throw invalidField('cursor', 'cursor must be a next_cursor of this list.');
  return { createdMs: Number(match[1]), id: match[2] };
}
