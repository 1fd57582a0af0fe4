/** Bytes of JSON text that the items of one answer have at most: every bus carries 4 MiB. */
export const ANSWER_MAX_BYTES = 3 * 1024 * 1024;

/**
 * How many of the items, from the first on, one answer holds; one at least. For pages of texts that strangers wrote: a page that
 * the bus cannot carry would be no answer at all, and its `next_cursor` leads to the rest as well.
 */
export function countFitting(items: readonly unknown[], maxBytes = ANSWER_MAX_BYTES): number {
  let bytes = 0;
  const beyond = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > maxBytes;
  });
  return beyond === -1 ? items.length : Math.max(1, beyond);
}
