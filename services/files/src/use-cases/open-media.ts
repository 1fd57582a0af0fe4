import type { openMedia as contract } from '@parley/common/contracts/internal/open-media';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { AnsweredMedia } from '../domain/opened-media.ts';
import type { FilesService } from '../service.ts';
import { findAttachment } from '../storage/attachment-store.ts';
import { openThumbnail } from './open-thumbnail.ts';
import { openWholeFile } from './open-whole-file.ts';

const EPOCH = new Date(0);

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

/**
 * Opens a message's file, or its thumbnail, for anybody with its signed address
 * (docs/reference/events.md#attachments). Errors: invalid_signature, media_gone, no_thumbnail, graph_error,
 * telegram_error, tiktok_error, device_error, provider_timeout.
 */
export async function openMedia(service: FilesService, input: InputOf<typeof contract>): Promise<AnsweredMedia> {
  checkAddress(service, input);
  const file = await findAttachment(service.database, input.attachmentId);
  if (!file) throw new AppError('media_gone');
  const opened =
    input.size === undefined ? await openWholeFile(service, file, input.range) : await openThumbnail(service, file);
  return { ...opened, head: { ...opened.head, tenantId: file.tenantId } };
}
