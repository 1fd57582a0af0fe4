import { request } from 'undici';

const FETCH_LIMIT_MS = 10_000;
const MAX_BYTES = 25 * 1024 * 1024;

/** Reads a whole file from its address, as the platforms do: at most 25 MB within 10 s. */
export async function fetchFile(
  url: string,
  headers: Record<string, string> = {},
): Promise<Buffer | 'too_large' | 'unreadable'> {
  try {
    const answer = await request(url, { headers, signal: AbortSignal.timeout(FETCH_LIMIT_MS) });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer.body) {
      const part = Buffer.from(chunk);
      bytes += part.length;
      if (bytes > MAX_BYTES) return 'too_large';
      chunks.push(part);
    }
    return answer.statusCode === 200 ? Buffer.concat(chunks) : 'unreadable';
  } catch {
    return 'unreadable';
  }
}
