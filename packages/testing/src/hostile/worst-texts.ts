/** Pieces of which a text is made: each is the worst for another kind of expression. */
const PIECES: Readonly<Record<string, string>> = {
  letters: 'a',
  'capital letters': 'A',
  digits: '7',
  dots: '.',
  commas: ',',
  hyphens: '-',
  underscores: '_',
  spaces: ' ',
  'no-break spaces': '\u00a0',
  'line feeds': '\n',
  NUL: '\u0000',
  'emoji components': '\u{1f9b0}',
  'regional indicators': '\u{1f1e6}',
  keycaps: '1\u20e3',
  joiners: '\u200d',
  'variation selectors': '\ufe0f',
  'combining marks': '\u0301',
  'marks in the wrong order': '\u0301\u0323',
  'Arabic marks': '\u064b',
  surrogates: '\ud800',
  '%': '%',
  '<': '<',
  '@': '@',
  'at and dot': 'a@a.',
  placeholders: '{{1}}',
  brackets: '{{',
  'percent-encoded': '%41',
  slashes: '/',
  quotes: '"',
  backslashes: '\\',
  'base64 padding': '=',
};

type Frame = readonly [head: string, tail: string];

/** Beginnings that a pattern accepts, so that it looks at what follows, and ends that it refuses. */
const FRAMES = [
  ['', ''],
  ['', '!'],
  ['https://', ' '],
] as const satisfies readonly Frame[];

export interface WorstText {
  what: string;
  value: string;
}

const repeat = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Texts of this length, in UTF-16 units, on which an expression that backtracks takes longest. */
export const worstTexts = (length: number, frames: readonly Frame[] = FRAMES): WorstText[] =>
  Object.entries(PIECES).flatMap(([name, piece]) =>
    frames
      .filter(([head, tail]) => head.length + tail.length < length)
      .map(([head, tail]) => ({
        what: `${length} of ${name} in ${JSON.stringify([head, tail])}`,
        value: head + repeat(piece, length - head.length - tail.length) + tail,
      })),
  );
