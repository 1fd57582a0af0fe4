/** The picture types that a browser can show safely, by their first bytes. */
const PICTURES: [type: string, at: number, begin: string][] = [
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
];

/** The type of a picture; null for every other file, whatever its name. */
export function pictureType(bytes: Buffer): string | null {
  const found = PICTURES.find(([, at, begin]) => bytes.toString('latin1', at, at + begin.length) === begin);
  return found?.[0] ?? null;
}

/** The response headers of a file: a picture is shown, any other file is a download. */
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
