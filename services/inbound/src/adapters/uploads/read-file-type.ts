import { fileTypeFromBuffer } from 'file-type';

/** Types that have a second name. */
const SAME: Readonly<Record<string, string>> = { 'audio/x-m4a': 'audio/mp4', 'video/x-m4v': 'video/mp4' };

/** The type of a file by its first piece; null where nothing is recognized. What the sender says counts for nothing. */
export async function readFileType(firstPiece: Uint8Array): Promise<string | null> {
  // A file that breaks off or contradicts itself is of no type.
  const found = await fileTypeFromBuffer(firstPiece).catch(() => undefined);
  const type = found?.mime.split(';', 1)[0] ?? null;
  return type === null ? null : (SAME[type] ?? type);
}
