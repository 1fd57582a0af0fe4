import type { MediaFile } from '../domain/media-source.ts';
import { type OpenedMedia, UNKNOWN_TYPE } from '../domain/opened-media.ts';
import type { AskedRange } from '../domain/resolve-range.ts';
import type { FilesService } from '../service.ts';
import { openAtSource } from './open-at-source.ts';
import { openCopy } from './open-copy.ts';

/**
 * Opens a message's file: its copy, with ranges, or without one the file at its source, always whole. Errors:
 * media_gone, and those of the source.
 */
export async function openWholeFile(service: FilesService, file: MediaFile, asked?: AskedRange): Promise<OpenedMedia> {
  const copy = file.copy && (await openCopy(service, file, file.copy, asked));
  if (copy) return copy;
  const { body, mimeType, size, close } = await openAtSource(service, file);
  return {
    head: { mimeType: file.mimeType ?? mimeType ?? UNKNOWN_TYPE, filename: file.filename, size },
    body,
    close,
  };
}
