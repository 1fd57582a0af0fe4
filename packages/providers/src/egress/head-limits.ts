/** The size of an answer's head, including the heads of early answers (1xx). */
export interface HeadSize {
  /** Bytes of status lines and headers. */
  bytes: number;
  lines: number;
  earlyAnswers: number;
}

const LIMITS: HeadSize = { bytes: 16 * 1024, lines: 256, earlyAnswers: 8 };

/** Whether a head is larger than any server needs (docs/operations/webhooks.md). */
export const isHeadTooLarge = ({ bytes, lines, earlyAnswers }: HeadSize): boolean =>
  bytes > LIMITS.bytes || lines > LIMITS.lines || earlyAnswers > LIMITS.earlyAnswers;
