import { type Dispatcher, request } from 'undici';

const TIMEOUT_MS = 3000;

/**
 * The Content-Type of a resource, or null when it does not answer in 3 s (docs/reference/sends.md#media). Reads no
 * body.
 */
export function makeReadMimeType(dispatcher: Dispatcher, report: (error: unknown) => void) {
  async function ask(url: URL, method: 'HEAD' | 'GET'): Promise<string | null> {
    const { statusCode, headers, body } = await request(url, {
      method,
      dispatcher,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    body.on('error', () => {}).destroy();
    const type = headers['content-type'];
    return statusCode === 200 && typeof type === 'string' ? type : null;
  }
  return async (url: URL): Promise<string | null> => {
    try {
      // Some servers do not answer HEAD.
      return (await ask(url, 'HEAD')) ?? (await ask(url, 'GET'));
    } catch (error) {
      report(error);
      return null;
    }
  };
}
