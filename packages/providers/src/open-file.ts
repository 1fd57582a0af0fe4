import { type Dispatcher, request } from 'undici';

/** A file being read from a provider. */
export interface OpenFile {
  body: AsyncIterable<Uint8Array>;
  mimeType: string | null;
  /** As its server announced it; a body of another length ends with an error. */
  size: number | null;
  /** Lets go of the connection; needed where the body is not read to its end. */
  close(): void;
}

/** The source answered, but not with the file; `status` tells whether asking again can help. */
export class FileRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The source of the file answered ${status}.`);
    this.name = 'FileRefused';
    this.status = status;
  }
}

export interface OpenFileOptions {
  headers?: Record<string, string>;
  dispatcher?: Dispatcher | undefined;
  /** Until the head; a body that stalls longer ends with an error. */
  timeoutMs: number;
}

function targetOf(location: string, from: string): URL | null {
  try {
    return new URL(location, from);
  } catch {
    // The parser's own error would quote the address, and Telegram's holds the bot's token.
    return null;
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Opens a file over HTTP; null when it is gone (404, 410). One redirect is followed, and the headers (a bearer among
 * them) go along only to the same origin. Throws {@link FileRefused}, and undici's errors when there is no answer.
 */
export async function openFile(
  url: string,
  { headers = {}, dispatcher, timeoutMs }: OpenFileOptions,
): Promise<OpenFile | null> {
  const get = (address: string, withHeaders: Record<string, string>) =>
    request(address, {
      method: 'GET',
      headers: withHeaders,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      ...(dispatcher ? { dispatcher } : {}),
    });
  let answer = await get(url, headers);
  const { location } = answer.headers;
  const target = REDIRECTS.has(answer.statusCode) && typeof location === 'string' ? targetOf(location, url) : null;
  if (target) {
    await answer.body.dump();
    answer = await get(target.href, target.origin === new URL(url).origin ? headers : {});
  }
  if (answer.statusCode === 200) {
    const type = answer.headers['content-type'];
    const length = Number(answer.headers['content-length']);
    const { body } = answer;
    return {
      body,
      close() {
        body.on('error', () => {});
        body.destroy();
      },
      mimeType: typeof type === 'string' ? type : null,
      size: Number.isSafeInteger(length) ? length : null,
    };
  }
  await answer.body.dump();
  if (answer.statusCode === 404 || answer.statusCode === 410) return null;
  throw new FileRefused(answer.statusCode);
}
