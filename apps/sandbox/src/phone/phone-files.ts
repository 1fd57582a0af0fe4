import { request } from 'undici';

const FETCH_LIMIT_MS = 10_000;
const MAX_BYTES = 25 * 1024 * 1024;

/** The pictures that a browser shows without a risk, by how their bytes begin. */
const PICTURES: [type: string, at: number, begin: string][] = [
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
];

/** The type of a picture; null of every other file, whatever it is called. */
export function pictureType(bytes: Buffer): string | null {
  const found = PICTURES.find(([, at, begin]) => bytes.toString('latin1', at, at + begin.length) === begin);
  return found?.[0] ?? null;
}

/** Reads a file that was sent by its address, as the platforms do: at most 25 MB within 10 s; null where it can't be had. */
export async function fetchFile(link: string): Promise<Buffer | null> {
  try {
    const answer = await request(link, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer.body) {
      const part = Buffer.from(chunk);
      bytes += part.length;
      if (bytes > MAX_BYTES) return null;
      chunks.push(part);
    }
    return answer.statusCode === 200 ? Buffer.concat(chunks) : null;
  } catch {
    return null;
  }
}

/** How a file goes to the browser: a picture as such, anything else as a download. */
export function fileHeaders(bytes: Buffer): Record<string, string> {
  const type = pictureType(bytes);
  return {
    'content-type': type ?? 'application/octet-stream',
    'content-disposition': type === null ? 'attachment; filename="file"' : 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
  };
}
