import type { StreamSource } from '@parley/bus/stream';
import type { openMedia } from '@parley/common/contracts/internal/open-media';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { planThumbnail, shownSize, THUMBNAIL_FILE_BYTES } from '../domain/plan-thumbnail.ts';
import { readImageHeader, type Size } from '../domain/read-image-header.ts';

export type OpenedMedia = StreamSource<OutputOf<typeof openMedia>>;

export interface ThumbnailRef {
  tenantId: number;
  attachmentId: string;
}

/** A JPEG of the given size, rotated as it is shown; null when it cannot be drawn within the limits. */
export type MakeThumbnail = (
  bytes: Uint8Array,
  shape: { size: Size; orientation: number },
) => Promise<Uint8Array | null>;

export interface ThumbnailStore {
  /** The stored thumbnail: a JPEG, or null when none can be made. */
  find(ref: ThumbnailRef): Promise<{ picture: Uint8Array | null } | null>;
  /** Stores nothing when the attachment is gone. */
  keep(ref: ThumbnailRef, picture: Uint8Array | null): Promise<void>;
  /** Stores the picture's displayed size, so that later pages can reserve its space. */
  keepSize(ref: ThumbnailRef, size: Size): Promise<void>;
}

export interface OpenThumbnailDeps {
  store: ThumbnailStore;
  make: MakeThumbnail;
  /**
   * Acquires a slot to hold a file in memory; resolves with its release function, or null when none becomes free in
   * time.
   */
  hold(tenantId: number): Promise<(() => void) | null>;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The whole file, or null when it is too large for a thumbnail. */
async function readWhole({ body, close }: OpenedMedia): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      size += part.length;
      if (size > THUMBNAIL_FILE_BYTES) return null;
      parts.push(part);
    }
  } finally {
    close?.();
  }
  return Buffer.concat(parts);
}

function show(picture: Uint8Array | null): OpenedMedia {
  if (picture === null) throw new AppError('no_thumbnail');
  return { head: { mimeType: 'image/jpeg', filename: null, size: picture.length }, body: once(picture) };
}

/**
 * Opens the thumbnail of a message's picture, which is made on first request (docs/reference/uploads.md#thumbnails).
 * Small or animated pictures are returned unchanged, and so is every picture while too many are being made. Errors:
 * no_thumbnail, and those of the file.
 */
export function makeOpenThumbnail({ store, make, hold }: OpenThumbnailDeps) {
  async function makeFrom(ref: ThumbnailRef, whole: OpenedMedia): Promise<OpenedMedia> {
    const bytes = await readWhole(whole);
    const header = bytes === null ? null : readImageHeader(bytes);
    const plan = planThumbnail(header, bytes?.length ?? 0);
    if (bytes === null || header === null || plan === 'none') {
      await store.keep(ref, null);
      return show(null);
    }
    await store.keepSize(ref, shownSize(header));
    if (plan === 'whole') return { head: { ...whole.head, size: bytes.length }, body: once(bytes) };
    const picture = await make(bytes, { size: plan.make, orientation: header.orientation });
    await store.keep(ref, picture);
    return show(picture);
  }

  return async (ref: ThumbnailRef, openWhole: () => Promise<OpenedMedia>): Promise<OpenedMedia> => {
    const kept = await store.find(ref);
    if (kept) return show(kept.picture);
    const release = await hold(ref.tenantId);
    if (!release) return openWhole();
    try {
      // A concurrent request may have made the same one.
      const made = await store.find(ref);
      return made ? show(made.picture) : await makeFrom(ref, await openWhole());
    } finally {
      release();
    }
  };
}
