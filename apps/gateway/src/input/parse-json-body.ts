import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@parley/common/errors';

/** The largest JSON body (docs/reference/requests.md#order-of-the-checks). */
export const JSON_MAX_BYTES = 1024 * 1024;
/** Deeper than any request needs, and shallow enough for recursive code. */
const MAX_DEPTH = 64;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

/** Throws 415 for a body with a content coding. */
export function refuseCoding({ 'content-encoding': coding }: IncomingHttpHeaders): void {
  if (coding === undefined || coding.toLowerCase() === 'identity') return;
  throw new AppError('unsupported_media_type', { message: 'A body with a Content-Encoding is not accepted.' });
}

/** Throws 415 unless the Content-Type is JSON in UTF-8 without a content coding. */
export function checkContentType(headers: IncomingHttpHeaders): void {
  if (!JSON_TYPE.test(headers['content-type']?.trim() ?? '')) throw new AppError('unsupported_media_type');
  refuseCoding(headers);
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Whether lists and objects nest at most `MAX_DEPTH` deep; brackets inside texts are skipped. */
function isShallow(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (inText) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inText = false;
    } else if (code === QUOTE) inText = true;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    else if ((code === OPEN_LIST || code === OPEN_OBJECT) && ++depth > MAX_DEPTH) return false;
  }
  return true;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // The parser's message quotes the body, which may hold a secret: only the position is returned.
    const place = /position (\d+)/.exec(String(error))?.[1];
    throw new AppError('invalid_json', {
      message: `The body is not valid JSON${place ? `: it breaks at character ${place}` : ''}.`,
    });
  }
}

/** The JSON object of a body; anything else is `invalid_json`. Members are own members, `__proto__` included. */
export function parseJsonObject(raw: Buffer): Record<string, unknown> {
  if (raw.length === 0) throw new AppError('invalid_json', { message: 'The body is empty; send a JSON object.' });
  if (!isUtf8(raw)) throw new AppError('invalid_json', { message: 'The body is not valid UTF-8.' });
  const json = raw.toString('utf8');
  if (!isShallow(json)) {
    throw new AppError('invalid_json', { message: `The body nests deeper than ${MAX_DEPTH} levels.` });
  }
  const value = parse(json);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>; // safe: a JSON object
  }
  throw new AppError('invalid_json');
}
