import { streamVerb } from '@parley/bus/verb';
import { openMedia as contract } from '@parley/common/contracts/internal/open-media';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { readAtMost } from '@parley/runtime/reading/read-at-most';
import { resumeIterator } from '@parley/runtime/reading/resume-iterator';
import type { FileCopy } from '../copies/kept-file.rules.ts';
import type { FilesService } from '../service.ts';
import { findAttachment, findThumbnail, keepSize, keepThumbnail } from './media.store.ts';
import { type AskedRange, type MediaFile, type OpenedMedia, resolveRange, UNKNOWN_TYPE } from './media-file.rules.ts';
import { openAtSource } from './open-at-source.steps.ts';
import { planThumbnail, shownSize, THUMBNAIL_FILE_BYTES } from './plan-thumbnail.rules.ts';
import { readImageHeader } from './read-image-header.rules.ts';

const EPOCH = new Date(0);

/**
 * Opens a message's file, or its thumbnail, for anyone with its signed address (docs/reference/events.md#attachments).
 * Errors: invalid_signature, media_gone, no_thumbnail, graph_error, telegram_error, tiktok_error, device_error,
 * provider_timeout.
 */
export const openMedia = streamVerb(contract, async (service: FilesService, input) => {
  checkAddress(service, input);
  const file = await findAttachment(service.database, input.attachmentId);
  if (!file) throw new AppError('media_gone');
  const opened =
    input.size === undefined ? await openWholeFile(service, file, input.range) : await openThumbnail(service, file);
  return { ...opened, head: { ...opened.head, tenantId: file.tenantId } };
});

function checkAddress(
  { mediaAddress, now }: FilesService,
  { attachmentId: id, expires, signature }: InputOf<typeof contract>,
): void {
  if (mediaAddress.check(id, expires, signature, now())) return;
  // The signature is valid, so the link has expired.
  if (mediaAddress.check(id, expires, signature, EPOCH))
    throw new AppError('media_gone', { message: 'This address was valid for 7 days.' });
  throw new AppError('invalid_signature');
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The whole file, or null when it is too large for a thumbnail. */
async function readWhole({ body, close }: OpenedMedia): Promise<Buffer | null> {
  try {
    return await readAtMost(body, THUMBNAIL_FILE_BYTES);
  } finally {
    close?.();
  }
}

function show(picture: Uint8Array | null): OpenedMedia {
  if (picture === null) throw new AppError('no_thumbnail');
  return { head: { mimeType: 'image/jpeg', filename: null, size: picture.length }, body: once(picture) };
}

async function makeFrom(
  { database, cipher, makeThumbnail }: FilesService,
  file: MediaFile,
  whole: OpenedMedia,
): Promise<OpenedMedia> {
  const bytes = await readWhole(whole);
  const header = bytes === null ? null : readImageHeader(bytes);
  const plan = planThumbnail(header, bytes?.length ?? 0);
  if (bytes === null || header === null || plan === 'none') {
    await keepThumbnail(database, cipher, file, null);
    return show(null);
  }
  await keepSize(database, file, shownSize(header));
  if (plan === 'whole') return { head: { ...whole.head, size: bytes.length }, body: once(bytes) };
  const picture = await makeThumbnail(bytes, { size: plan.make, orientation: header.orientation });
  await keepThumbnail(database, cipher, file, picture);
  return show(picture);
}

/**
 * Opens the thumbnail of a message's picture, which is made on first request (docs/reference/uploads.md#thumbnails).
 * Small or animated pictures are returned unchanged, and so is every picture while too many are being made. Errors:
 * no_thumbnail, and those of the file.
 */
async function openThumbnail(service: FilesService, file: MediaFile): Promise<OpenedMedia> {
  const { database, cipher } = service;
  const kept = await findThumbnail(database, cipher, file);
  if (kept) return show(kept.picture);
  const release = await service.holdFile(file.tenantId);
  if (!release) return openWholeFile(service, file);
  try {
    // A concurrent request may have made the same one.
    const made = await findThumbnail(database, cipher, file);
    return made ? show(made.picture) : await makeFrom(service, file, await openWholeFile(service, file));
  } finally {
    release();
  }
}

/**
 * Opens a message's file: its copy, with ranges, or without one the file at its source, always whole. Errors:
 * media_gone, and those of the source.
 */
async function openWholeFile(service: FilesService, file: MediaFile, asked?: AskedRange): Promise<OpenedMedia> {
  const copy = file.copy && (await openCopy(service, file, file.copy, asked));
  if (copy) return copy;
  const { body, mimeType, size, close } = await openAtSource(service, file);
  return {
    head: { mimeType: file.mimeType ?? mimeType ?? UNKNOWN_TYPE, filename: file.filename, size },
    body,
    close,
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/**
 * Opens the copy of a customer's file, or a part of it; null when the store does not have its first piece, so that the
 * platform is asked instead (docs/reference/uploads.md#copies).
 */
async function openCopy(
  { uploads, logger }: Pick<FilesService, 'uploads' | 'logger'>,
  { id, tenantId, mimeType, filename }: MediaFile,
  copy: FileCopy,
  asked: AskedRange | undefined,
): Promise<OpenedMedia | null> {
  const etag = `"${id}"`;
  const range = resolveRange(asked, { total: copy.size, etag });
  const stored = { etag, total: copy.size, range };
  const head = { mimeType: mimeType ?? copy.mimeType ?? UNKNOWN_TYPE, filename, stored };
  if (range === 'unsatisfiable') return { head: { ...head, size: 0 }, body: nothing() };
  const iterator = uploads.read({ id, tenantId, size: copy.size }, range)[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    const size = range === null ? copy.size : range.end - range.start + 1;
    return { head: { ...head, size }, body: resumeIterator(first, iterator) };
  } catch (error) {
    logger.warn(
      'file-copy.unreadable',
      { err: error, attachment_id: id },
      'A copy cannot be read; the platform is asked.',
    );
    return null;
  }
}
