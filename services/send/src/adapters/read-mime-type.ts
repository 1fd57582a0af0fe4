import type { Logger } from '@parley/runtime/logger';
import { type Dispatcher, request } from 'undici';

const TIMEOUT_MS = 3000;

async function ask(dispatcher: Dispatcher, url: URL, method: 'HEAD' | 'GET'): Promise<string | null> {
  const { statusCode, headers, body } = await request(url, {
    method,
    dispatcher,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  body.on('error', () => {}).destroy();
  const type = headers['content-type'];
  return statusCode === 200 && typeof type === 'string' ? type : null;
}

/**
 * The Content-Type of a resource, or null when it does not answer in 3 s (docs/reference/sends.md#media). Reads no
 * body.
 */
export async function readMimeType(
  dispatcher: Dispatcher,
  logger: Pick<Logger, 'debug'>,
  url: URL,
): Promise<string | null> {
  try {
    // Some servers do not answer HEAD.
    return (await ask(dispatcher, url, 'HEAD')) ?? (await ask(dispatcher, url, 'GET'));
  } catch (error) {
    logger.debug('file-type.unread', { err: error }, 'The type of a file could not be read; it is sent as a document.');
    return null;
  }
}
