import type { AppError } from '@parley/common/errors';
import type { LateFailure } from '@parley/messaging/settle-late';

/** Why a message failed after its caller was answered: as stored, and as an answer that nobody waits for any more. */
export type SendFailed = Pick<LateFailure, 'error' | 'answer'>;

/** The error code of a scheduled message that was cancelled (docs/reference/sends.md#scheduled). */
export const CANCELLED_CODE = 'cancelled';

const failed = (code: string, message: string, providerCode: string | number | null = null): SendFailed => ({
  error: { code, message, provider_code: providerCode },
  answer: { ok: false, error: { code, message, extras: {} } },
});

export const CANCELLED: SendFailed = failed(CANCELLED_CODE, 'The message was cancelled before it was sent.');

/** The failure of a scheduled message for this reason; `providerCode` is the platform's own. */
export const failedBy = (
  { code, message }: Pick<AppError, 'code' | 'message'>,
  providerCode?: string | number | null,
) => failed(code, message, providerCode);
