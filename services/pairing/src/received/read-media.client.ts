import type { DeviceAttachment } from '@parley/common/contracts/internal/store-device-items';
import { cleanFileFacts } from '@parley/common/file-facts';
import { isMediaPath } from '../media/media-address.rules.ts';
import type { MediaPointer } from '../media/media-pointer.client.ts';

/** A message's claims about its file: the sender chooses every part. */
export interface FileMessage {
  mediaKey?: Uint8Array | null;
  directPath?: string | null;
  url?: string | null;
  mimetype?: string | null;
  fileSha256?: Uint8Array | null;
  fileEncSha256?: Uint8Array | null;
  fileLength?: unknown;
  fileName?: string | null;
}

const KEY_BYTES = 32;
const HASH_BYTES = 32;

const isGiven = (bytes: Uint8Array | null | undefined): bytes is Uint8Array => (bytes?.length ?? 0) > 0;
const base64Of = (bytes: Uint8Array | null | undefined): string | null =>
  isGiven(bytes) ? Buffer.from(bytes).toString('base64') : null;
/** Length of a valid hash. */
const canMatch = (hash: Uint8Array | null | undefined): boolean => !isGiven(hash) || hash.length === HASH_BYTES;

/** The pointer to a file; without a path when it could not be opened. */
function pointerOf(kind: MediaPointer['kind'], message: FileMessage, mimeType: string | null): MediaPointer {
  const { mediaKey, directPath, fileSha256, fileEncSha256 } = message;
  const canOpen = mediaKey?.length === KEY_BYTES && canMatch(fileSha256) && canMatch(fileEncSha256);
  if (!canOpen || !directPath || !isMediaPath(directPath))
    return { kind, mediaKey: '', directPath: null, mimeType, sha256: null, encSha256: null };
  return {
    kind,
    mediaKey: Buffer.from(mediaKey).toString('base64'),
    directPath,
    mimeType,
    sha256: base64Of(fileSha256),
    encSha256: base64Of(fileEncSha256),
  };
}

/** A message's file as an attachment; without a path there is nothing to open. */
export function readMedia(
  kind: MediaPointer['kind'],
  message: FileMessage,
  seal: (pointer: MediaPointer) => string,
): Pick<DeviceAttachment, 'media' | 'mimeType' | 'filename' | 'size'> {
  const { mediaKey, directPath, url, mimetype, fileLength, fileName } = message;
  const { mimeType, filename, size } = cleanFileFacts({
    mimeType: mimetype ?? null,
    filename: fileName ?? null,
    size: fileLength === null || fileLength === undefined ? null : Number(fileLength),
  });
  const isThere = isGiven(mediaKey) && (directPath || url);
  return { media: isThere ? seal(pointerOf(kind, message, mimeType)) : null, mimeType, filename, size };
}
