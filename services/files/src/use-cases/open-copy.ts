import { resumeIterator } from '@parley/runtime/resume-iterator';
import type { FileCopy } from '../domain/kept-file.ts';
import type { MediaFile } from '../domain/media-source.ts';
import { type OpenedMedia, UNKNOWN_TYPE } from '../domain/opened-media.ts';
import { type AskedRange, resolveRange } from '../domain/resolve-range.ts';
import type { FilesService } from '../service.ts';

async function* nothing(): AsyncGenerator<Uint8Array> {}

/**
 * Opens the copy of a customer's file, or a part of it; null when the store does not have its first piece, so that the
 * platform is asked instead (docs/reference/uploads.md#copies).
 */
export async function openCopy(
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
