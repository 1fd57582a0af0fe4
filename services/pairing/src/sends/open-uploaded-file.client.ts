import type { BusClient } from '@parley/bus/bus-client';
import { asStream } from '@parley/bus/stream';
import { openUpload } from '@parley/common/contracts/internal/open-upload';
import { makeId } from '@parley/common/ids';
import type { OpenedFile } from '../devices/device-network.rules.ts';

const STREAM = asStream(openUpload);

/** Opens an uploaded file of the tenant, which services/files stores. Throws `unknown_upload`. */
export async function openUploadedFile(
  bus: Pick<BusClient, 'stream'>,
  uploadId: string,
  tenantId: number,
): Promise<OpenedFile> {
  const { head, body, cancel } = await bus.stream(STREAM, { tenantId, uploadId }, { requestId: makeId('req') });
  return { body, mimeType: head.mimeType, close: cancel };
}
