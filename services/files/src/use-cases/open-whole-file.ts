import type { StreamSource } from '@parley/bus/stream';
import type { openMedia } from '@parley/common/contracts/internal/open-media';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { type MediaFile, sourceOf } from '../domain/media-source.ts';
import type { FilesService } from '../service.ts';

export type OpenedMedia = StreamSource<OutputOf<typeof openMedia>>;

const MAX_BYTES = 100 * 1024 * 1024;
const UNKNOWN_TYPE = 'application/octet-stream';

const tooLarge = (): AppError =>
  new AppError('media_gone', { message: `The file is larger than ${MAX_BYTES} bytes and is not served.` });

async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_BYTES) throw tooLarge();
    yield part;
  }
}

/**
 * Opens a message's file at its source. No file of a provider is stored: each call reads it there, and an expired link of
 * the provider is renewed. Errors: media_gone, and those of the source.
 */
export async function openWholeFile({ sources }: FilesService, file: MediaFile): Promise<OpenedMedia> {
  const opened = await sourceOf(sources, file).open(file);
  if (!opened) throw new AppError('media_gone');
  if (opened.size !== null && opened.size > MAX_BYTES) {
    opened.close();
    throw tooLarge();
  }
  return {
    head: {
      mimeType: file.mimeType ?? opened.mimeType ?? UNKNOWN_TYPE,
      filename: file.filename,
      size: opened.size,
    },
    body: limited(opened.body),
    close: opened.close,
  };
}
