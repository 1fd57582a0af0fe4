/** Unchecked claims of a sender or a server about a file. */
export interface FileFacts {
  mimeType: string | null;
  filename: string | null;
  /** Bytes. */
  size: number | null;
}

/** Passed on as claimed: some providers write `image\/jpeg`. The code that serves the file is stricter. */
const TYPE = /^[\x21-\x7e][\x20-\x7e]{0,254}$/;
const FILENAME_MAX = 255;
const UNPRINTABLE = /[\p{Cc}\p{Surrogate}]/gu;

function cleanFilename(filename: string): string {
  // Truncated before the scan: a name may be as long as a message. A character has at most two units.
  const start = filename.slice(0, 2 * FILENAME_MAX).replaceAll(UNPRINTABLE, '_');
  return [...start].slice(0, FILENAME_MAX).join('');
}

/**
 * Cleans the claims: an invalid type or length becomes unknown; a name keeps its first 255 characters, with `_` for characters
 * that cannot be printed.
 */
export const cleanFileFacts = ({ mimeType, filename, size }: FileFacts): FileFacts => ({
  mimeType: mimeType !== null && TYPE.test(mimeType) ? mimeType : null,
  filename: filename === null ? null : cleanFilename(filename),
  size: size !== null && Number.isSafeInteger(size) && size >= 0 ? size : null,
});
