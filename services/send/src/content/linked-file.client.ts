import { invalidField } from '@parley/common/errors';
import { type OpenFile, openFile } from '@parley/providers/http/open-file';
import type { Logger } from '@parley/runtime/logger';
import { readAtMost } from '@parley/runtime/reading/read-at-most';
import { type Dispatcher, request } from 'undici';
import type { UploadFile } from '../channels/channel.rules.ts';

const IMAGE_TIMEOUT_MS = 8000;
/** TikTok's own limit (docs/reference/tt.md#sending). */
const MAX_BYTES = 3 * 1024 * 1024;

const KINDS = [
  { mimeType: 'image/jpeg', extension: 'jpg', starts: Buffer.from([0xff, 0xd8, 0xff]) },
  { mimeType: 'image/png', extension: 'png', starts: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
];

const refuse = (why: string) => invalidField('media_url', `media_url ${why}.`);

async function readAll({ body, close }: OpenFile): Promise<Buffer> {
  try {
    const bytes = await readAtMost(body, MAX_BYTES);
    if (!bytes) throw refuse('is larger than 3 MB, which is what tt takes');
    return bytes;
  } finally {
    close();
  }
}

async function read(dispatcher: Dispatcher, logger: Pick<Logger, 'debug'>, url: URL): Promise<Buffer> {
  const report = (error: unknown) => logger.debug('image.unread', { err: error }, 'An image could not be read.');
  const opened = await openFile(url.href, { dispatcher, timeoutMs: IMAGE_TIMEOUT_MS }).catch((error: unknown) => {
    report(error);
    throw refuse('could not be read');
  });
  if (!opened) throw refuse('could not be read: there is no file');
  const late = setTimeout(opened.close, IMAGE_TIMEOUT_MS);
  try {
    return await readAll(opened);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'invalid_media_url') throw error;
    report(error);
    throw refuse('could not be read to its end');
  } finally {
    clearTimeout(late);
  }
}

/**
 * Downloads an image for upload under the egress rules: tt accepts jpg and png up to 3 MB, and no URLs. Throws
 * `invalid_media_url`.
 */
export async function fetchImage(
  dispatcher: Dispatcher,
  logger: Pick<Logger, 'debug'>,
  url: URL,
  filename: string | null,
): Promise<UploadFile> {
  const bytes = await read(dispatcher, logger, url);
  const kind = KINDS.find(({ starts }) => bytes.subarray(0, starts.length).equals(starts));
  if (!kind) throw refuse('is no jpg or png image, which is what tt takes');
  return { bytes, filename: filename ?? `image.${kind.extension}`, mimeType: kind.mimeType };
}

const TYPE_TIMEOUT_MS = 3000;

async function ask(dispatcher: Dispatcher, url: URL, method: 'HEAD' | 'GET'): Promise<string | null> {
  const { statusCode, headers, body } = await request(url, {
    method,
    dispatcher,
    signal: AbortSignal.timeout(TYPE_TIMEOUT_MS),
  });
  body.on('error', () => {}).destroy();
  const type = headers['content-type'];
  return statusCode === 200 && typeof type === 'string' ? type : null;
}

/**
 * The Content-Type of a resource, or null when it does not answer in 3 s (docs/reference/sends.md#media). Reads no
 * body.
 */
export async function readMimeType(
  dispatcher: Dispatcher,
  logger: Pick<Logger, 'debug'>,
  url: URL,
): Promise<string | null> {
  try {
    // Some servers do not answer HEAD.
    return (await ask(dispatcher, url, 'HEAD')) ?? (await ask(dispatcher, url, 'GET'));
  } catch (error) {
    logger.debug('file-type.unread', { err: error }, 'The type of a file could not be read; it is sent as a document.');
    return null;
  }
}
