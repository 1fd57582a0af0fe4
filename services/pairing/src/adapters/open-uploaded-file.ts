import type { BusClient } from '@parley/bus/bus-client';
import { asStream } from '@parley/bus/stream';
import { openUpload } from '@parley/common/contracts/internal/open-upload';
import { makeId } from '@parley/common/ids';
import type { OpenedFile } from '../use-cases/send-device-message.ts';

const STREAM = asStream(openUpload);

/** Opens uploaded files, which services/files stores. Throws `unknown_upload`. */
export function makeOpenUploadedFile(bus: Pick<BusClient, 'stream'>) {
  return async (uploadId: string, tenantId: number): Promise<OpenedFile> => {
    const input = { tenantId, uploadId };
    const { head, body, cancel } = await bus.stream(STREAM, input, { requestId: makeId('req') });
    return { body, mimeType: head.mimeType, close: cancel };
  };
}
