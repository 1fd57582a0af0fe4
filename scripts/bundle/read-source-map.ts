/** A position in a source, zero-based. */
export interface SourcePlace {
  source: string;
  line: number;
  column: number;
}

/** The decoder's position: the next character, and the values that the next segment adds to. */
interface Cursor {
  at: number;
  source: number;
  line: number;
  column: number;
  name: number;
}

type SegmentPlace = Pick<Cursor, 'source' | 'line' | 'column'>;

/** The fields of a segment after its column in the bundle, in order. */
const FIELDS = ['source', 'line', 'column', 'name'] as const;
const LINES_A_MARK = 64;
const SEMICOLON = 59;
const COMMA = 44;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value;

/** Reads one base64 VLQ: a number in digits of five bits with its sign in the lowest bit. */
function readNumber(text: string, cursor: Cursor): number {
  let number = 0;
  let shift = 0;
  let digit: number;
  do {
    digit = VALUES[text.charCodeAt(cursor.at++)] ?? 0;
    number |= (digit & 31) << shift;
    shift += 5;
  } while (digit & 32);
  return number & 1 ? -(number >>> 1) : number >>> 1;
}

/** Reads one line of a bundle, and returns the position of its last segment that starts at or before `column`. */
function readLine(mappings: string, cursor: Cursor, column: number): SegmentPlace | null {
  let begins = 0;
  let found: SegmentPlace | null = null;
  for (let next = mappings.charCodeAt(cursor.at); next !== SEMICOLON && cursor.at < mappings.length; ) {
    begins += readNumber(mappings, cursor);
    next = mappings.charCodeAt(cursor.at);
    // A segment without a source ends here; one with a name has one more number.
    for (const field of FIELDS) {
      if (next === COMMA || next === SEMICOLON || cursor.at >= mappings.length) break;
      cursor[field] += readNumber(mappings, cursor);
      next = mappings.charCodeAt(cursor.at);
      if (field === 'column' && begins <= column)
        found = { source: cursor.source, line: cursor.line, column: cursor.column };
    }
    if (next === COMMA) next = mappings.charCodeAt(++cursor.at);
  }
  cursor.at++;
  return found;
}

/**
 * Looks up positions in a source map without an object per segment, which would take 60 MB for the largest bundle: it
 * keeps the text and a mark every 64 lines.
 */
export function readSourceMap(json: string): (line: number, column: number) => SourcePlace | null {
  // safe: the bundler writes it
  const { mappings, sources } = JSON.parse(json) as { mappings: string; sources: string[] };
  const marks: Cursor[] = [];
  const cursor: Cursor = { at: 0, source: 0, line: 0, column: 0, name: 0 };
  for (let line = 0; cursor.at < mappings.length; line++) {
    if (line % LINES_A_MARK === 0) marks.push({ ...cursor });
    readLine(mappings, cursor, -1);
  }
  return (line, column) => {
    const mark = marks[Math.floor(line / LINES_A_MARK)];
    if (mark === undefined) return null;
    const from = { ...mark };
    for (let skipped = 0; skipped < line % LINES_A_MARK; skipped++) readLine(mappings, from, -1);
    const found = readLine(mappings, from, column);
    const source = found && sources[found.source];
    return source ? { source, line: found.line, column: found.column } : null;
  };
}
