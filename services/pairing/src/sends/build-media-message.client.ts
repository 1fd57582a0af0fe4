import { randomBytes } from 'node:crypto';
import { waitAtMost } from '@parley/runtime/wait-at-most';
import type { proto } from 'baileys';
import type { DeviceFile } from '../devices/device-network.rules.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import { type SealedFile, withSealedFile } from './seal-file.client.ts';
import { type UploadTools, uploadMedia } from './upload-media.client.ts';

/** A larger file is sent without preview and duration. */
const LOOKED_AT_BYTES = 5 * 1024 * 1024;
const PREVIEW_WITHIN_MS = 3000;
const KEY_BYTES = 32;

/** The network's own type: a voice note is sound with a mark. */
const wireTypeOf = (type: DeviceFile['type']) => (type === 'voice' ? 'audio' : type);
const HAVE_CAPTION: ReadonlySet<string> = new Set(['image', 'video', 'document']);

type Preview = { jpegThumbnail: Buffer; width?: number; height?: number } | { seconds: number };

async function lookAt(lib: Baileys, type: DeviceFile['type'], plain: Buffer): Promise<Preview | null> {
  if (type === 'audio' || type === 'voice') {
    const seconds = await lib.getAudioDuration(plain);
    return seconds === undefined ? null : { seconds: Math.floor(seconds) };
  }
  if (type !== 'image') return null;
  const { buffer, original } = await lib.extractImageThumb(plain);
  const { width, height } = original;
  return { jpegThumbnail: buffer, ...(width && height ? { width, height } : {}) };
}

/** Thumbnail or duration; null for a file that is neither a picture nor sound. */
async function previewOf(lib: Baileys, type: DeviceFile['type'], { plain }: SealedFile): Promise<Preview | null> {
  if (plain === null) return null;
  return waitAtMost(
    lookAt(lib, type, plain).catch(() => null),
    PREVIEW_WITHIN_MS,
  );
}

/**
 * Builds a message with a file: reads it, encrypts it, uploads it. The library's own function writes temporary files
 * through streams without error listeners: a full disk would end the process. Throws errors of reading the file and of
 * the upload.
 */
export async function buildMediaMessage(
  tools: UploadTools & { lib: Baileys },
  file: DeviceFile,
  text: string,
  signal: AbortSignal,
): Promise<proto.IMessage> {
  const { lib } = tools;
  const { type, mimeType, filename } = file;
  const wireType = wireTypeOf(type);
  const mediaKey = randomBytes(KEY_BYTES);
  const { iv, cipherKey, macKey } = await lib.getMediaKeys(mediaKey, wireType);
  if (!macKey) throw new Error('The client library derives no key for authentication.');
  const sealing = { keys: { iv, cipherKey, macKey }, keepBytes: LOOKED_AT_BYTES, signal };
  return withSealedFile(file.bytes, sealing, async (sealed) => {
    const [{ directPath, url }, preview] = await Promise.all([
      uploadMedia(tools, wireType, sealed, signal),
      previewOf(lib, type, sealed),
    ]);
    return lib.proto.Message.fromObject({
      [`${wireType}Message`]: {
        url,
        directPath,
        mediaKey,
        mediaKeyTimestamp: Math.floor(Date.now() / 1000),
        fileSha256: sealed.sha256,
        fileEncSha256: sealed.encSha256,
        fileLength: sealed.length,
        mimetype: mimeType,
        ...preview,
        ...(type === 'document' ? { fileName: filename ?? 'file' } : {}),
        ...(type === 'voice' ? { ptt: true } : {}),
        ...(text !== '' && HAVE_CAPTION.has(type) ? { caption: text } : {}),
      },
      messageContextInfo: { messageSecret: randomBytes(32) },
    });
  });
}
