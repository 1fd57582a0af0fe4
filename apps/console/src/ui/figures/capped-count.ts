/** A larger count is shown as `99+`. */
const SHOWN_MAX = 99;

/** A count of unread items, capped, in the digits of `format`. */
export const cappedCount = (count: number, format: (count: number) => string): string =>
  count > SHOWN_MAX ? `${format(SHOWN_MAX)}+` : format(count);
