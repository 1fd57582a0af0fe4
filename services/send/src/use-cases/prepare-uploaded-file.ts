import { invalidField } from '@parley/common/errors';
import { describeTaken, refusalOf } from '@parley/common/upload-rules';
import { openUpload } from '../adapters/open-upload.ts';
import { chosenKind } from '../domain/media-type.ts';
import type { OwnAddress, PreparedFile, Sender, SendInput } from '../domain/prepared-send.ts';
import type { SendService } from '../service.ts';

/** Checks an uploaded file. Throws field errors, and `unknown_upload`. */
export async function prepareUploadedFile(
  service: SendService,
  { channel, uploadId, mediaType, filename: givenName }: SendInput & { uploadId: string },
  { tenantId }: Sender,
  { id, address }: OwnAddress,
): Promise<PreparedFile> {
  const file = await openUpload(service.bus, tenantId, uploadId);
  try {
    const { mimeType, size } = file;
    const type = chosenKind(mediaType) ?? file.type;
    const filename = givenName ?? file.filename;
    const refusal = refusalOf(channel, { mimeType, size, isVoice: type === 'voice' });
    if (refusal !== null)
      throw invalidField('upload_id', `This file's ${refusal} is not taken on ${channel}: ${describeTaken(channel)}.`);
    return {
      media: { type, url: address, uploadId, filename },
      attachment: { id, type, url: address, mime_type: mimeType, filename, size, payload: null },
      stored: { id, type, sourceUrl: null, uploadId, mimeType, filename },
      upload: channel === 'tt' ? { bytes: await file.readAll(), filename, mimeType } : null,
    };
  } finally {
    file.close();
  }
}
