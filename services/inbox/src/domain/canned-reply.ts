import type { Camel } from '@parley/common/casing/camel';
import type { CannedReply } from '@parley/common/contracts/console/canned-replies';
import { foldText } from '@parley/common/fold-text';

/** A prepared answer as it is stored. */
export interface StoredReply {
  id: number;
  replyId: string;
  title: string;
  text: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Title and text as {@link soughtWords} finds them. */
export const foldReply = ({ title, text }: Pick<StoredReply, 'title' | 'text'>): string =>
  foldText(`${title}\n${text}`);

/** What a search looks for: every word of it must be part of the title or the text. */
export const soughtWords = (q: string | undefined): string[] =>
  foldText(q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');

export const toReplyView = ({
  replyId,
  title,
  text,
  createdAt,
  updatedAt,
}: Omit<StoredReply, 'id'>): Camel<CannedReply> => ({
  id: replyId,
  title,
  text,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
