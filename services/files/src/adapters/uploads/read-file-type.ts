/** Aliases of types. */
const SAME: Readonly<Record<string, string>> = { 'audio/x-m4a': 'audio/mp4', 'video/x-m4v': 'video/mp4' };

/**
 * The type of a file by the content of its first piece; null when it is not recognized. The sender's claim is ignored.
 */
export async function readFileType(firstPiece: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  // A truncated or inconsistent file has no type.
  const found = await fileTypeFromBuffer(firstPiece).catch(() => undefined);
  const type = found?.mime.split(';', 1)[0] ?? null;
  return type === null ? null : (SAME[type] ?? type);
}
