/** SQL: whether the platform still holds the message `m`, and has neither sent nor dropped it. */
export const isHeld = (m: string): string =>
  `(${m}.status = 'sent' AND ${m}.receipt IS NULL AND coalesce(${m}.extra ? 'held', false))`;
