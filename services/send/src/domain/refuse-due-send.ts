import { AppError, invalidField } from '@parley/common/errors';
import { isWindowClosed, needsThread } from './can-write.ts';
import { carryContent } from './carry-content.ts';
import type { DueSend } from './scheduled-send.ts';
import { NO_THREAD } from './send-errors.ts';

const INACTIVE = 'The account was inactive when the message was due.';
const DISCONNECTED = 'The account of this message was not connected when it was due.';
const QUOTED_GONE = 'reply_to names a message that was deleted or erased.';

/** A later version of Parley may carry less than the one that scheduled the message. */
function refuseContent({ channel, peer: to, text: message, content, options, replyToId }: DueSend): AppError | null {
  try {
    const { mentions, preview, tag } = options;
    const replyTo = replyToId ?? undefined;
    carryContent({ channel, to, message, ...content, mentions: mentions && [...mentions], preview, tag, replyTo });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/**
 * Why a scheduled message cannot leave, or null (docs/reference/sends.md#scheduled): what an immediate send checks before
 * it is reserved is checked again, because it may have changed. The credit was reserved when it was scheduled.
 */
export function refuseDueSend(due: DueSend, now: Date): AppError | null {
  if (!due.isTenantActive) return new AppError('insufficient_balance', { message: INACTIVE });
  if (!due.isConnected) return new AppError('not_connected', { message: DISCONNECTED });
  if (isWindowClosed(due, now)) return new AppError('no_existing_conversation');
  if (needsThread(due)) return new AppError('no_existing_conversation', { message: NO_THREAD });
  if (due.replyToId !== null && due.quoted === null) return invalidField('reply_to', QUOTED_GONE);
  return due.template === null ? refuseContent(due) : null;
}
