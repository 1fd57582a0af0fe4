import type { LateFailure } from '@parley/messaging/settle-late';

/** Why a message failed after its caller was answered: as stored, and as the answer that a repeat gets. */
export type SendFailed = Pick<LateFailure, 'error' | 'answer'>;

/** The error code of a scheduled message that was cancelled (docs/reference/sends.md#scheduled). */
export const CANCELLED_CODE = 'cancelled';

/** The failure of a scheduled message for this reason; `providerCode` is the platform's own. */
export const failedBy = (
  { code, message }: { code: string; message: string },
  providerCode: string | number | null = null,
): SendFailed => ({
  error: { code, message, provider_code: providerCode },
  answer: { ok: false, error: { code, message, extras: {} } },
});

export const CANCELLED: SendFailed = failedBy({
  code: CANCELLED_CODE,
  message: 'The message was cancelled before it was sent.',
});
