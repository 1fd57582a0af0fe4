import { fetchImage } from '../adapters/fetch-image.ts';
import { openUpload } from '../adapters/open-upload.ts';
import type { UploadFile } from '../domain/channel-sender.ts';
import { type ClaimedSend, orderOf } from '../domain/scheduled-send.ts';
import type { SendService } from '../service.ts';
import type { ReadySend } from './hand-over.ts';

/** The bytes of a file on tt, which takes no address. Throws `unknown_upload` and `invalid_media_url`. */
async function openFile({ bus, egress, logger }: SendService, due: ClaimedSend): Promise<UploadFile | null> {
  const { channel, file, tenantId } = due;
  if (channel !== 'tt' || file === null) return null;
  if (file.uploadId === null) return fetchImage(egress.agent, logger, new URL(file.sourceUrl ?? ''), file.filename);
  const opened = await openUpload(bus, tenantId, file.uploadId);
  try {
    const { filename, mimeType } = opened;
    return { bytes: await opened.readAll(), filename: file.filename ?? filename, mimeType };
  } finally {
    opened.close();
  }
}

function mediaOf({ file, attachments }: ClaimedSend) {
  if (file === null) return null;
  const { type, sourceUrl, uploadId, filename } = file;
  const url = sourceUrl ?? attachments[0]?.url ?? '';
  return { type, url, filename, ...(uploadId === null ? {} : { uploadId }) };
}

/** Makes a claimed message what it was when it was scheduled. Throws when its file or its credentials cannot be opened. */
export async function prepareScheduled(service: SendService, due: ClaimedSend): Promise<ReadySend> {
  const { messageId, conversationId, peer, threadId, account, attachments, isFallback, replyToId } = due;
  const { text, template, content: rich, quoted, options } = due;
  const file = await openFile(service, due);
  return {
    order: orderOf(due),
    prepared: {
      message: { to: peer, text, media: mediaOf(due), template, rich, quoted, ...options },
      attachments,
      files: [],
      file,
      isFallback,
      quoted: replyToId === null ? null : { messageId: replyToId, conversationId },
    },
    // Whether a platform webhook gets its event is compared when it is settled.
    reserved: { outcome: 'reserved', messageId, conversationId, peer, threadId, account, isPlatformReported: false },
    credentials: service.openCredentials(account.credentials),
  };
}
