import type { BusClient } from '@parley/bus/bus-client';
import { asStream } from '@parley/bus/carriers/stream';
import { openUpload as openUploadContract } from '@parley/common/contracts/internal/open-upload';
import type { OutputOf } from '@parley/common/define-contract';
import { makeId } from '@parley/common/ids';
import type { Egress } from '@parley/providers/egress/open-egress';
import { openFile } from '@parley/providers/http/open-file';
import type { StreamedFile } from '@parley/providers/http/streamed-form';
import type { OutboundMedia } from '@parley/providers/sent/outbound-message';
import type { Logger } from '@parley/runtime/logger';

/** An open uploaded file. */
export interface OpenedUpload extends OutputOf<typeof openUploadContract> {
  /** The bytes, to be read once, either here or by {@link readAll}. */
  body: AsyncIterable<Uint8Array>;
  readAll(): Promise<Buffer>;
  /** Must always be called; has no effect after the file was read to its end. */
  close(): void;
}

const STREAM = asStream(openUploadContract);

/** Opens an uploaded file, which services/files stores; with `ownedBy`, one of that key only. Throws `unknown_upload`. */
export async function openUpload(
  bus: Pick<BusClient, 'stream'>,
  tenantId: number,
  uploadId: string,
  ownedBy?: string,
): Promise<OpenedUpload> {
  const input = { tenantId, uploadId, ...(ownedBy === undefined ? {} : { ownedBy }) };
  const { head, body, cancel } = await bus.stream(STREAM, input, { requestId: makeId('req') });
  const readAll = async (): Promise<Buffer> => {
    const parts: Uint8Array[] = [];
    for await (const part of body) parts.push(part);
    return Buffer.concat(parts);
  };
  return { ...head, body, readAll, close: cancel };
}

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
