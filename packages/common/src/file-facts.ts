/** What is said about a file: by whoever sent it, or by a server on the way. Nothing of it was checked against the bytes. */
export interface FileFacts {
  mimeType: string | null;
  filename: string | null;
  /** Bytes. */
  size: number | null;
}

/** Told as it was said: providers have been seen to write `image\/jpeg`. Whoever serves the file is stricter. */
const TYPE = /^[\x21-\x7e][\x20-\x7e]{0,254}$/;
const FILENAME_MAX = 255;
const UNPRINTABLE = /[\p{Cc}\p{Surrogate}]/gu;

function cleanFilename(filename: string): string {
  // Cut before it is looked through: a name may be as long as a message. A character is at most two units long.
  const start = filename.slice(0, 2 * FILENAME_MAX).replaceAll(UNPRINTABLE, '_');
  return [...start].slice(0, FILENAME_MAX).join('');
}

/**
 * The facts that can be told: a type of a kind that none is, and a length that no file has, become unknown; of a name its first 255
 * characters stay, with `_` for what is not printable.
 */
export const cleanFileFacts = ({ mimeType, filename, size }: FileFacts): FileFacts => ({
  mimeType: mimeType !== null && TYPE.test(mimeType) ? mimeType : null,
  filename: filename === null ? null : cleanFilename(filename),
  size: size !== null && Number.isSafeInteger(size) && size >= 0 ? size : null,
});
