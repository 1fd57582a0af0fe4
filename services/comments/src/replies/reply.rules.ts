import { type CommentPlatform, MESSAGE_LIMITS } from '@parley/common/channels';
import { AppError, invalidField } from '@parley/common/errors';
import type { StoredComment } from '../received/comment.rules.ts';

/** Maximum length of a public reply in characters (docs/reference/comments.md#replies). */
const LONGEST_REPLY: Readonly<Record<CommentPlatform, number>> = { fb: 8000, ig: 300, tt: 150 };

const lengthOf = (text: string, unit: 'characters' | 'bytes'): number =>
  unit === 'bytes' ? Buffer.byteLength(text) : text.length;

/**
 * Checks a reply before anything is published. Errors: private_message_not_supported, invalid_message,
 * invalid_private_message (docs/reference/comments.md#replies).
 */
export function checkReply(
  { platform, isOffered }: Pick<StoredComment, 'platform' | 'isOffered'>,
  message: string,
  privateMessage: string | undefined,
): void {
  // TikTok takes one below comments that it offered for it (docs/reference/tt.md#comments).
  if (platform === 'tt' && !isOffered && privateMessage !== undefined)
    throw new AppError('private_message_not_supported');
  const longest = LONGEST_REPLY[platform];
  if (message.length > longest)
    throw invalidField('message', `message must be at most ${longest} characters in a reply on ${platform}.`);
  if (privateMessage === undefined) return;
  const { text, unit } = MESSAGE_LIMITS[platform];
  if (lengthOf(privateMessage, unit) > text)
    throw invalidField('private_message', `private_message must be at most ${text} ${unit} on ${platform}.`);
}
