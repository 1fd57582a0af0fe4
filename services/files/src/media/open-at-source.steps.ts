import { AppError } from '@parley/common/errors';
import { MB } from '@parley/common/files/upload-rules';
import type { OpenFile } from '@parley/providers/http/open-file';
import type { FilesService } from '../service.ts';
import { type MediaFile, sourceOf } from './media-file.rules.ts';

const MAX_BYTES = 100 * MB;

/**
 * Opens a message's file at its source; an expired link of the provider is renewed. Errors: media_gone, and those of the
 * source.
 */
export async function openAtSource({ sources }: Pick<FilesService, 'sources'>, file: MediaFile): Promise<OpenFile> {
  const opened = await sourceOf(sources, file).open(file);
  if (!opened) throw new AppError('media_gone');
  if (opened.size !== null && opened.size > MAX_BYTES) {
    opened.close();
    throw tooLarge();
  }
  return { ...opened, body: limited(opened.body), close: () => opened.close() };
}

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
