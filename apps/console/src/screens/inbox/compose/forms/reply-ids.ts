/** Bytes that every channel returns unchanged (docs/reference/tg.md#sending). */
const ID_BYTES = 64;

/**
 * The ids that come back with the customer's choice: the titles, so that the event is readable; the position instead of
 * a title that is too long or already used.
 */
export function replyIdsOf(titles: readonly string[]): string[] {
  const ids: string[] = [];
  for (const [at, title] of titles.entries()) {
    const isFit = new TextEncoder().encode(title).length <= ID_BYTES && !ids.includes(title);
    ids.push(isFit ? title : `${at + 1}`);
  }
  return ids;
}

/** Whether two of the strings are equal. */
export const haveRepeats = (texts: readonly string[]): boolean => new Set(texts).size < texts.length;
