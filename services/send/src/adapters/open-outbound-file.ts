import type { BusClient } from '@parley/bus/bus-client';
import type { Egress } from '@parley/providers/egress/open-egress';
import { openFile } from '@parley/providers/open-file';
import type { OutboundMedia } from '@parley/providers/outbound-message';
import type { StreamedFile } from '@parley/providers/streamed-form';
import type { Logger } from '@parley/runtime/logger';
import { openUpload } from './open-upload.ts';

/** Where files are opened. */
export interface FileSources {
  egress: Pick<Egress, 'agent' | 'checkUrl'>;
  bus: Pick<BusClient, 'stream'>;
  logger: Pick<Logger, 'debug' | 'warn'>;
}

async function open(
  { egress, bus }: FileSources,
  { uploadId, url, filename, type }: OutboundMedia,
  tenantId: number,
  timeoutMs: number,
): Promise<StreamedFile | null> {
  const name = filename ?? type;
  if (uploadId !== undefined) {
    const { body, mimeType, close } = await openUpload(bus, tenantId, uploadId);
    return { body, mimeType, close, filename: name };
  }
  await egress.checkUrl(url, `tenant ${tenantId}`);
  const file = await openFile(url, { dispatcher: egress.agent, timeoutMs, totalTimeoutMs: timeoutMs });
  return file && { body: file.body, mimeType: file.mimeType, close: file.close, filename: name };
}

/**
 * Opens the file of a send for its upload: an uploaded one at services/files, one with a URL under the egress rules,
 * including redirects. Null where it cannot be read.
 */
export const openOutboundFile = (
  sources: FileSources,
  media: OutboundMedia,
  tenantId: number,
  timeoutMs: number,
): Promise<StreamedFile | null> =>
  open(sources, media, tenantId, timeoutMs).catch((error: unknown) => {
    sources.logger.debug('file.unread', { err: error }, 'A file to upload could not be opened.');
    return null;
  });
