import type { openMedia } from '@parley/common/contracts/internal/open-media';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { MediaAddress } from '@parley/messaging/media-address';
import type { MediaFile, MediaSource } from '../domain/media-source.ts';
import type { OpenedMedia, ThumbnailRef } from './open-thumbnail.ts';

export interface OpenMediaDeps {
  mediaAddress: Pick<MediaAddress, 'check'>;
  findAttachment(id: string): Promise<MediaFile | null>;
  /** By channel; files on the open web have a separate source. */
  providers: Readonly<Record<string, MediaSource>>;
  web: MediaSource;
  uploads: MediaSource;
  openThumbnail(ref: ThumbnailRef, openWhole: () => Promise<OpenedMedia>): Promise<OpenedMedia>;
  now(): Date;
  /** Default 100 MB. */
  maxBytes?: number;
}

export type OpenMedia = (input: InputOf<typeof openMedia>) => Promise<OpenedMedia>;

const MAX_BYTES = 100 * 1024 * 1024;
const EPOCH = new Date(0);
const UNKNOWN_TYPE = 'application/octet-stream';

const tooLarge = (maxBytes: number): AppError =>
  new AppError('media_gone', { message: `The file is larger than ${maxBytes} bytes and is not served.` });

async function* atMost(maxBytes: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield part;
  }
}

/**
 * Opens a message's file at its provider, for anybody with its signed address (docs/reference/events.md#attachments).
 * No file is stored: each call reads from the provider, and an expired link of the provider is renewed.
 * Errors: invalid_signature, media_gone, no_thumbnail, graph_error, telegram_error, tiktok_error, device_error, provider_timeout.
 */
export function makeOpenMedia(deps: OpenMediaDeps): OpenMedia {
  const { mediaAddress, now, maxBytes = MAX_BYTES } = deps;

  function checkAddress({ attachmentId: id, expires, signature }: InputOf<typeof openMedia>): void {
    if (mediaAddress.check(id, expires, signature, now())) return;
    // The signature is valid, so the link has expired.
    if (mediaAddress.check(id, expires, signature, EPOCH))
      throw new AppError('media_gone', { message: 'This address was valid for 7 days.' });
    throw new AppError('invalid_signature');
  }

  function sourceOf({ upload, providerMediaId, channel }: MediaFile): MediaSource {
    if (upload !== null) return deps.uploads;
    return providerMediaId === null ? deps.web : (deps.providers[channel] ?? deps.web);
  }

  async function openWhole(file: MediaFile): Promise<OpenedMedia> {
    const opened = await sourceOf(file).open(file);
    if (!opened) throw new AppError('media_gone');
    if (opened.size !== null && opened.size > maxBytes) {
      opened.close();
      throw tooLarge(maxBytes);
    }
    return {
      head: {
        mimeType: file.mimeType ?? opened.mimeType ?? UNKNOWN_TYPE,
        filename: file.filename,
        size: opened.size,
      },
      body: atMost(maxBytes, opened.body),
      close: opened.close,
    };
  }

  return async (input) => {
    checkAddress(input);
    const file = await deps.findAttachment(input.attachmentId);
    if (!file) throw new AppError('media_gone');
    if (input.size === undefined) return openWhole(file);
    const ref = { tenantId: file.tenantId, attachmentId: input.attachmentId };
    return deps.openThumbnail(ref, () => openWhole(file));
  };
}
