/** A mail as a reader sees it. */
export interface ReadMail {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

interface Part {
  headers: Record<string, string>;
  body: string;
}

/** RFC 2047: `=?utf-8?Q?…?=`; encoded words of one header are joined without the space between them. */
const decodeWords = (value: string): string =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuotedPrintable(text.replaceAll('_', ' ')),
    );

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Splits header and body, and unfolds the header lines. */
function splitPart(raw: string): Part {
  const at = raw.search(/\r?\n\r?\n/);
  const head = at === -1 ? raw : raw.slice(0, at);
  const body = at === -1 ? '' : raw.slice(at).replace(/^\r?\n\r?\n/, '');
  const headers: Record<string, string> = {};
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':');
    const name = line.slice(0, Math.max(at, 0));
    if (/^\S+$/.test(name)) headers[name.toLowerCase()] = line.slice(at + 1).trimStart();
  }
  return { headers, body };
}

/** Latin-1 text whose characters are the bytes of the mail. */
function decodeBody({ headers, body }: Part): string {
  const encoding = (headers['content-transfer-encoding'] ?? '').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body);
  return Buffer.from(body, 'latin1').toString('utf8');
}

function findParts(part: Part, depth = 0): Part[] {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(part.headers['content-type'] ?? '') ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined || depth > 5) return [part];
  const pieces = part.body.split(`--${boundary}`).slice(1, -1);
  return pieces.flatMap((piece) => findParts(splitPart(piece.replace(/^\r?\n/, '').replace(/\r?\n$/, '')), depth + 1));
}

/** Reads a mail with a text and an HTML form; `raw` are its bytes as Latin-1. */
export function readMail(raw: string): ReadMail {
  const whole = splitPart(raw);
  const parts = findParts(whole);
  const bodyOf = (type: string): string => {
    const part = parts.find(({ headers }) => (headers['content-type'] ?? 'text/plain').toLowerCase().startsWith(type));
    return part ? decodeBody(part) : '';
  };
  const header = (name: string): string => decodeWords(whole.headers[name] ?? '');
  return {
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
    headers: whole.headers,
  };
}
