import type { BusClient } from '@parley/bus/bus-client';
import { asStream } from '@parley/bus/stream';
import { openUpload as openUploadContract } from '@parley/common/contracts/internal/open-upload';
import type { OutputOf } from '@parley/common/define-contract';
import { makeId } from '@parley/common/ids';

/** An open uploaded file. */
export interface OpenedUpload extends OutputOf<typeof openUploadContract> {
  /** The bytes, to be read once, either here or by {@link readAll}. */
  body: AsyncIterable<Uint8Array>;
  readAll(): Promise<Buffer>;
  /** Must always be called; has no effect after the file was read to its end. */
  close(): void;
}

const STREAM = asStream(openUploadContract);

/** Opens an uploaded file, which services/files stores. Throws `unknown_upload`. */
export async function openUpload(
  bus: Pick<BusClient, 'stream'>,
  tenantId: number,
  uploadId: string,
): Promise<OpenedUpload> {
  const { head, body, cancel } = await bus.stream(STREAM, { tenantId, uploadId }, { requestId: makeId('req') });
  const readAll = async (): Promise<Buffer> => {
    const parts: Uint8Array[] = [];
    for await (const part of body) parts.push(part);
    return Buffer.concat(parts);
  };
  return { ...head, body, readAll, close: cancel };
}
