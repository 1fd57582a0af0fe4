import type { BusClient } from '@parley/bus/bus-client';
import { asStream } from '@parley/bus/carriers/stream';
import { openUpload } from '@parley/common/contracts/internal/open-upload';
import { makeId } from '@parley/common/ids';
import { EgressError } from '@parley/providers/egress/egress-policy';
import type { Egress } from '@parley/providers/egress/open-egress';
import { openFile } from '@parley/providers/http/open-file';
import type { OpenedFile } from '../devices/device-network.rules.ts';

const TIMEOUT_MS = 8000;
/** The network's limit for documents; images and videos have smaller ones. */
const MAX_BYTES = 100 * 1024 * 1024;

const STREAM = asStream(openUpload);

/** Opens the file at a user's URL, under the egress rules. Throws when it does not exist or is too large. */
export async function openWebFile(
  { agent, checkUrl }: Pick<Egress, 'agent' | 'checkUrl'>,
  url: string,
  tenantId: number,
): Promise<OpenedFile> {
  await checkUrl(url, `tenant ${tenantId}`);
  const file = await openFile(url, { dispatcher: agent, timeoutMs: TIMEOUT_MS }).catch((error: unknown) => {
    const cause = error instanceof Error ? error.cause : null;
    throw cause instanceof EgressError ? cause : error;
  });
  if (!file) throw new Error('there is no file');
  if (file.size !== null && file.size > MAX_BYTES) {
    file.close();
    throw new Error('it is larger than 100 MB');
  }
  return { body: atMost(file.body), mimeType: file.mimeType, close: file.close };
}

/** Opens an uploaded file of the tenant, which services/files stores. Throws `unknown_upload`. */
export async function openUploadedFile(
  bus: Pick<BusClient, 'stream'>,
  uploadId: string,
  tenantId: number,
): Promise<OpenedFile> {
  const { head, body, cancel } = await bus.stream(STREAM, { tenantId, uploadId }, { requestId: makeId('req') });
  return { body, mimeType: head.mimeType, close: cancel };
}

async function* atMost(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error('it is larger than 100 MB');
    yield part;
  }
}
