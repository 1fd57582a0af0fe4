/** Types that a browser shows without running scripts; all others, XML types included, are downloaded. */
const SHOWN = /^(?:image|video|audio)\/(?!svg)[\w.-]+$/;
const MIME_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;
const UNKNOWN_TYPE = 'application/octet-stream';
const MEDIA_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";
const FILENAME_MAX = 150;

/** Content-Disposition by RFC 6266: an ASCII name for every client, and the exact name in UTF-8. */
function dispositionOf(type: string, filename: string | null): string {
  const kind = SHOWN.test(type) ? 'inline' : 'attachment';
  if (!filename) return kind;
  const name = [...filename.slice(0, 2 * FILENAME_MAX).replaceAll(/\p{Surrogate}/gu, '_')]
    .slice(0, FILENAME_MAX)
    .join('');
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\/%;]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

/** The headers of a file whose sender chose its type and name: they cannot inject a header or make a browser run the file. */
export function describeFile(mimeType: string, filename: string | null): Record<string, string> {
  const bare = mimeType.split(';', 1)[0]?.trim() ?? '';
  const type = MIME_TYPE.test(bare) ? bare : UNKNOWN_TYPE;
  return {
    'content-type': type,
    'content-disposition': dispositionOf(type, filename),
    'content-security-policy': MEDIA_POLICY,
    'cache-control': 'private, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  };
}
