import { normalizeText } from './normalize-text.ts';

/** Arabic vowel signs and marks, and tatweel, which only stretches a word. */
const MARKS =
  /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff]/g;

/** Letters that people use interchangeably. */
const LETTERS: Readonly<Record<string, string>> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه' };

const ZERO = { arabic: 0x660, persian: 0x6f0 } as const;

const digitOf = (digit: string): string => {
  const code = digit.charCodeAt(0);
  return String(code - (code >= ZERO.persian ? ZERO.persian : ZERO.arabic));
};

const foldOnce = (text: string): string =>
  normalizeText(text, 'NFKC')
    .replace(MARKS, '')
    .replace(/[أإآٱىة]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digitOf)
    .toLowerCase();

/**
 * Text in the form that search compares: spellings of one word are equal (docs/reference/bots.md#search). Both the
 * searched text and the query are folded. Folding is idempotent.
 */
export function foldText(text: string): string {
  // Without a mark between them, letters may compose again.
  const folded = foldOnce(text);
  return foldOnce(folded);
}
