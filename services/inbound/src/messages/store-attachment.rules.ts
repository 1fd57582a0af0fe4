import type { Attachment } from '@parley/common/events';
import { cleanFileFacts } from '@parley/common/file-facts';
import { makeId } from '@parley/common/ids';
import type { InboundAttachment } from '@parley/providers/inbound-item';

/** A stored reference to a file, to fetch it from the provider on demand. */
export interface StoredFile {
  id: string;
  type: string;
  providerMediaId: string | null;
  sourceUrl: string | null;
  mimeType: string | null;
  filename: string | null;
  size: number | null;
}

interface StoredAttachment {
  shown: Attachment;
  file: StoredFile | null;
}

/**
 * The API form of an attachment, and its file, if it has one
 * (docs/reference/events.md#attachments).
 */
export function storeAttachment(attachment: InboundAttachment, addressOf: (id: string) => string): StoredAttachment {
  const id = makeId('att');
  const fetchable = attachment.providerMediaId !== null || attachment.url !== null;
  const { mimeType, filename, size } = cleanFileFacts(attachment);
  const shown: Attachment = {
    id,
    type: attachment.type,
    url: fetchable ? addressOf(id) : null,
    mime_type: mimeType,
    filename,
    size,
    // safe: parsed from the provider's JSON
    payload: attachment.payload as Attachment['payload'],
  };
  if (!fetchable) return { shown, file: null };
  return {
    shown,
    file: {
      id,
      type: attachment.type,
      providerMediaId: attachment.providerMediaId,
      sourceUrl: attachment.url,
      mimeType,
      filename,
      size,
    },
  };
}
