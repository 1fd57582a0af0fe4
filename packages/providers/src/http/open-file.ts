import type { Readable } from 'node:stream';
import type { ProviderProblem } from '@parley/common/errors';
import { type Dispatcher, request } from 'undici';
import { providerAgent } from '../egress/provider-agent.ts';

/** An open file at a provider. */
export interface OpenFile {
  body: AsyncIterable<Uint8Array>;
  mimeType: string | null;
  /** The length that its server announced; a body of another length ends with an error. */
  size: number | null;
  /** Closes the connection; call it when the body is not read to its end. */
  close(): void;
}

/** The source answered without the file; `status` shows whether a retry can help. */
export class FileRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The source of the file answered ${status}.`);
    this.name = 'FileRefused';
    this.status = status;
  }

  /** The refusal as an error of this provider. */
  asProblem(name: ProviderProblem['name']): ProviderProblem {
    return { name, status: this.status, code: null, message: this.message };
  }
}

export interface OpenFileOptions {
  headers?: Record<string, string>;
  dispatcher?: Dispatcher | undefined;
  /** Time until the head of the answer, including a redirect; a body that stalls for longer ends with an error. */
  timeoutMs: number;
  /** Time until the end of the body; default 15 min, which is 100 MB at 1 Mbit/s. */
  totalTimeoutMs?: number;
  /** Default 1. */
  redirects?: 0 | 1;
}

const TOTAL_TIMEOUT_MS = 15 * 60_000;

function targetOf(location: string, from: string): URL | null {
  try {
    return new URL(location, from);
  } catch {
    // The parser's error would quote the URL, and Telegram's contains the bot's token.
    return null;
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Opens a file over HTTP; null when it is gone (404, 410). At most one redirect is followed; the headers (such as a
 * bearer) are sent again only to the same origin. Throws {@link FileRefused}, and undici's errors when there is no
 * answer.
 */
export async function openFile(url: string, options: OpenFileOptions): Promise<OpenFile | null> {
  const { timeoutMs, totalTimeoutMs = TOTAL_TIMEOUT_MS } = options;
  const deadline = new AbortController();
  const abortIn = (ms: number): NodeJS.Timeout =>
    setTimeout(() => deadline.abort(new Error(`The file did not come in ${ms} ms.`)), ms).unref();
  const untilHead = abortIn(timeoutMs);
  try {
    const opened = await openOnce(url, options, deadline.signal);
    if (opened === null) return null;
    const untilEnd = abortIn(totalTimeoutMs);
    opened.body.once('close', () => clearTimeout(untilEnd));
    return opened;
  } finally {
    clearTimeout(untilHead);
  }
}

async function openOnce(
  url: string,
  { headers = {}, dispatcher = providerAgent(), timeoutMs, redirects = 1 }: OpenFileOptions,
  signal: AbortSignal,
): Promise<(OpenFile & { body: Readable }) | null> {
  const get = (address: string, withHeaders: Record<string, string>) =>
    request(address, {
      method: 'GET',
      headers: withHeaders,
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      dispatcher,
    });
  let answer = await get(url, headers);
  const { location } = answer.headers;
  const isRedirect = redirects > 0 && REDIRECTS.has(answer.statusCode);
  const target = isRedirect && typeof location === 'string' ? targetOf(location, url) : null;
  if (target) {
    await answer.body.dump();
    answer = await get(target.href, target.origin === new URL(url).origin ? headers : {});
  }
  if (answer.statusCode === 200) {
    const type = answer.headers['content-type'];
    const length = Number(answer.headers['content-length']);
    const { body } = answer;
    // A reader gets the error; without a reader this listener prevents it from ending the process.
    body.on('error', () => {});
    return {
      body,
      close: () => void body.destroy(),
      mimeType: typeof type === 'string' ? type : null,
      size: Number.isSafeInteger(length) ? length : null,
    };
  }
  await answer.body.dump();
  if (answer.statusCode === 404 || answer.statusCode === 410) return null;
  throw new FileRefused(answer.statusCode);
}
