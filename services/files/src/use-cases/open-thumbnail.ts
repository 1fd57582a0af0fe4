import { AppError } from '@parley/common/errors';
import { readAtMost } from '@parley/runtime/read-at-most';
import type { MediaFile } from '../domain/media-source.ts';
import type { OpenedMedia } from '../domain/opened-media.ts';
import { planThumbnail, shownSize, THUMBNAIL_FILE_BYTES } from '../domain/plan-thumbnail.ts';
import { readImageHeader } from '../domain/read-image-header.ts';
import type { FilesService } from '../service.ts';
import { findThumbnail, keepSize, keepThumbnail } from '../storage/thumbnail-store.ts';
import { openWholeFile } from './open-whole-file.ts';

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
export async function openThumbnail(service: FilesService, file: MediaFile): Promise<OpenedMedia> {
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
