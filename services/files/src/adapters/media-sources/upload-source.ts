import type { MediaSource } from '../../domain/media-source.ts';
import type { UploadFiles } from '../../domain/upload.ts';

/** Files that a member uploaded to send them. */
export function makeUploadSource(files: Pick<UploadFiles, 'read'>): MediaSource {
  return {
    async open({ tenantId, upload }) {
      if (upload === null) return null;
      return { body: files.read({ ...upload, tenantId }), mimeType: null, size: upload.size, close() {} };
    },
  };
}
