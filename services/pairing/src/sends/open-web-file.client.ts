import { EgressError } from '@parley/providers/egress/egress-policy';
import type { Egress } from '@parley/providers/egress/open-egress';
import { openFile } from '@parley/providers/open-file';
import type { OpenedFile } from '../devices/device-network.rules.ts';

const TIMEOUT_MS = 8000;
/** The network's limit for documents; images and videos have smaller ones. */
const MAX_BYTES = 100 * 1024 * 1024;

async function* atMost(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error('it is larger than 100 MB');
    yield part;
  }
}

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
