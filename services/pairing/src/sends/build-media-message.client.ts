import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import type { proto, WASocket } from 'baileys';
import { request } from 'undici';
import { z } from 'zod';
import type { DeviceFile } from '../devices/device-network.rules.ts';
import type { MediaAccess } from '../media/media-access.client.ts';
import { isMediaPath } from '../media/media-pointer.rules.ts';
import { LateError, type Limits } from '../network/limits.client.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import { type SealedFile, withSealedFile } from './seal-file.client.ts';

/** A larger file is sent without preview and duration. */
const LOOKED_AT_BYTES = 5 * 1024 * 1024;
const PREVIEW_WITHIN_MS = 3000;
const KEY_BYTES = 32;

const HAVE_CAPTION: ReadonlySet<string> = new Set(['image', 'video', 'document']);

type Preview = { jpegThumbnail: Buffer; width?: number; height?: number } | { seconds: number };

/**
 * Builds a message with a file: reads it, encrypts it, uploads it. The library's own function writes temporary files
 * through streams without error listeners: a full disk would end the process. Throws errors of reading the file and of
 * the upload.
 */
export async function buildMediaMessage(
  tools: UploadTools & { lib: Baileys },
  file: DeviceFile,
  text: string,
  deadline: number,
): Promise<proto.IMessage> {
  const { lib } = tools;
  const signal = AbortSignal.timeout(Math.max(deadline - Date.now(), 1));
  const { type, mimeType, filename } = file;
  const wireType = wireTypeOf(type);
  const mediaKey = randomBytes(KEY_BYTES);
  const { iv, cipherKey, macKey } = await lib.getMediaKeys(mediaKey, wireType);
  if (!macKey) throw new Error('The client library derives no key for authentication.');
  const sealing = { keys: { iv, cipherKey, macKey }, keepBytes: LOOKED_AT_BYTES, signal };
  return withSealedFile(readInTime(tools.limits, file.bytes, deadline), sealing, async (sealed) => {
    const [{ directPath, url }, preview] = await Promise.all([
      uploadMedia(tools, wireType, sealed, { signal, deadline }),
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

/** The parts of a source; throws LateError when one does not come by the deadline, and when the connection breaks. */
async function* readInTime(
  limits: Pick<Limits, 'within'>,
  source: AsyncIterable<Uint8Array>,
  deadline: number,
): AsyncGenerator<Uint8Array> {
  const parts = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await limits.within('The read of the file', parts.next(), deadline);
      if (done) return;
      yield value;
    }
  } finally {
    void parts.return?.()?.catch(() => {});
  }
}

/** The network's own type: a voice note is sound with a mark. */
const wireTypeOf = (type: DeviceFile['type']) => (type === 'voice' ? 'audio' : type);

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

interface UploadTools {
  lib: Pick<Baileys, 'MEDIA_PATH_MAP' | 'DEFAULT_ORIGIN' | 'encodeBase64EncodedStringForUpload'>;
  access: MediaAccess;
  limits: Pick<Limits, 'within'>;
  /** Names the network's upload hosts. */
  sock: Pick<WASocket, 'refreshMediaConn'>;
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const Answer = z.object({ direct_path: z.string().refine(isMediaPath), url: z.string().max(4096).optional() });

/** The location of an uploaded file. */
interface UploadedFile {
  directPath: string;
  url: string | null;
}

async function readAnswer(body: AsyncIterable<Uint8Array>): Promise<UploadedFile> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('its answer is too long');
    parts.push(part);
  }
  const { direct_path: directPath, url = null } = Answer.parse(JSON.parse(Buffer.concat(parts).toString()));
  return { directPath, url };
}

async function postFile(
  { lib, access }: UploadTools,
  address: string,
  file: SealedFile,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const body = Readable.from(file.read(), { objectMode: false });
  // A reader gets the error; without a reader this listener prevents it from ending the process.
  body.on('error', () => {});
  const answer = await request(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(file.sealedLength),
      origin: lib.DEFAULT_ORIGIN,
    },
    body,
    signal,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    dispatcher: access.dispatcher,
  }).finally(() => body.destroy());
  if (answer.statusCode === 200) return readAnswer(answer.body);
  await answer.body.dump();
  throw new Error(`it answered ${answer.statusCode}`);
}

/**
 * Uploads a file to one of the network's hosts: each is tried once, and once more with a new authorization. No redirect
 * is followed. Throws when no host accepts it, LateError at the deadline.
 */
async function uploadMedia(
  tools: UploadTools,
  type: keyof Baileys['MEDIA_PATH_MAP'],
  file: SealedFile,
  { signal, deadline }: { signal: AbortSignal; deadline: number },
): Promise<UploadedFile> {
  const { lib, access, sock, limits } = tools;
  const token = lib.encodeBase64EncodedStringForUpload(file.encSha256.toString('base64'));
  let problem = 'it announced no host of its own';
  // The second time the library's cache is bypassed.
  for (const isAnew of [false, true]) {
    const { auth, hosts } = await limits.within(
      'The query of the upload hosts',
      sock.refreshMediaConn(isAnew),
      deadline,
    );
    for (const origin of access.uploadOrigins(hosts.map(({ hostname }) => hostname))) {
      const query = `auth=${encodeURIComponent(auth)}&token=${token}`;
      try {
        return await postFile(tools, `${origin}${lib.MEDIA_PATH_MAP[type]}/${token}?${query}`, file, signal);
      } catch (error) {
        if (signal.aborted) throw new LateError('The upload of the file');
        problem = error instanceof Error ? error.message : String(error);
      }
    }
  }
  throw new Error(`The network did not take the file: ${problem}.`);
}
