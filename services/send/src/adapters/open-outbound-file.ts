import type { Egress } from '@parley/providers/egress/open-egress';
import { openFile } from '@parley/providers/open-file';
import type { OutboundMedia } from '@parley/providers/outbound-message';
import type { StreamedFile } from '@parley/providers/streamed-form';
import type { OpenedUpload } from '../use-cases/prepare-send.ts';

export interface OpenOutboundFileDeps {
  egress: Pick<Egress, 'agent' | 'checkUrl'>;
  openUpload(tenantId: number, uploadId: string): Promise<OpenedUpload>;
  /** Called for a file that could not be opened. */
  report(error: unknown): void;
}

export type OpenOutboundFile = (
  media: OutboundMedia,
  tenantId: number,
  timeoutMs: number,
) => Promise<StreamedFile | null>;

/**
 * Opens the file of a send for its upload: an uploaded one at services/files, one with a URL under the egress rules,
 * including redirects. Null where it cannot be read.
 */
export function makeOpenOutboundFile({ egress, openUpload, report }: OpenOutboundFileDeps): OpenOutboundFile {
  async function open({ uploadId, url, filename, type }: OutboundMedia, tenantId: number, timeoutMs: number) {
    const name = filename ?? type;
    if (uploadId !== undefined) {
      const { body, mimeType, close } = await openUpload(tenantId, uploadId);
      return { body, mimeType, close, filename: name };
    }
    await egress.checkUrl(url, `tenant ${tenantId}`);
    const file = await openFile(url, { dispatcher: egress.agent, timeoutMs, totalTimeoutMs: timeoutMs });
    return file && { body: file.body, mimeType: file.mimeType, close: file.close, filename: name };
  }

  return (media, tenantId, timeoutMs) =>
    open(media, tenantId, timeoutMs).catch((error: unknown) => {
      report(error);
      return null;
    });
}
