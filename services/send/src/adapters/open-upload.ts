import type { BusClient } from '@parley/bus/bus-client';
import { asStream } from '@parley/bus/stream';
import { openUpload } from '@parley/common/contracts/internal/open-upload';
import { makeId } from '@parley/common/ids';
import type { OpenedUpload } from '../use-cases/prepare-send.ts';

const STREAM = asStream(openUpload);

/** Opens uploaded files, which services/files stores. */
export function makeOpenUpload(bus: Pick<BusClient, 'stream'>) {
  return async (tenantId: number, uploadId: string): Promise<OpenedUpload> => {
    const input = { tenantId, uploadId };
    const { head, body, cancel } = await bus.stream(STREAM, input, { requestId: makeId('req') });
    const { type, mimeType, filename, size } = head;
    const readAll = async (): Promise<Buffer> => {
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part);
      return Buffer.concat(parts);
    };
    return { type, mimeType, filename, size, body, readAll, close: cancel };
  };
}
