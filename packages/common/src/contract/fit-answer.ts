/** Maximum bytes of JSON text of the items of one answer: every bus carries 4 MiB. */
export const ANSWER_MAX_BYTES = 3 * 1024 * 1024;

/**
 * The number of leading items that fit in one answer; at least one. Used for pages with strangers' text, because a page
 * that the bus cannot carry would not arrive; `next_cursor` leads to the rest.
 */
export function countFitting(items: readonly unknown[], maxBytes = ANSWER_MAX_BYTES): number {
  let bytes = 0;
  const beyond = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > maxBytes;
  });
  return beyond === -1 ? items.length : Math.max(1, beyond);
}
