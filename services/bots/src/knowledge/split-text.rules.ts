import { estimateTokens } from './estimate-tokens.rules.ts';

/** A passage ends when the next paragraph would exceed this. */
export const PASSAGE_TOKENS = 250;

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Cuts a text without a better break, never inside a surrogate pair: a UTF-16 unit is at most one token. */
function* cutAnywhere(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + PASSAGE_TOKENS);
    if (isLowSurrogate(text.charCodeAt(end))) end--;
    yield text.slice(start, end);
    start = end;
  }
}

interface Cut {
  at: RegExp;
  joint: string;
}

/** Breaks of a text, best first. */
const CUTS: readonly Cut[] = [
  { at: /\n[ \t]*(?:\n[ \t]*)+/, joint: '\n\n' },
  { at: /\n/, joint: '\n' },
  { at: /(?<=[.!?؟۔…])\s+/, joint: ' ' },
  { at: /\s+/, joint: ' ' },
];

/** The pieces of a text, each small enough, with the separator from the previous one. */
function* piecesOf(text: string, depth: number, before: string): Generator<{ text: string; joint: string }> {
  const whole = text.trim();
  if (whole === '') return;
  if (estimateTokens(whole) <= PASSAGE_TOKENS) {
    yield { text: whole, joint: before };
    return;
  }
  const cut = CUTS[depth];
  let joint = before;
  if (!cut) {
    for (const piece of cutAnywhere(whole)) {
      yield { text: piece, joint };
      joint = '';
    }
    return;
  }
  for (const part of whole.split(cut.at)) {
    for (const piece of piecesOf(part, depth + 1, joint)) yield piece;
    joint = cut.joint;
  }
}

/**
 * Splits a text into passages of at most {@link PASSAGE_TOKENS}: whole paragraphs together, a long one by lines,
 * sentences, words.
 */
export function splitText(text: string): string[] {
  const passages: string[] = [];
  let open = '';
  for (const piece of piecesOf(text, 0, '\n\n')) {
    const joined = open === '' ? piece.text : `${open}${piece.joint}${piece.text}`;
    if (open !== '' && estimateTokens(joined) > PASSAGE_TOKENS) {
      passages.push(open);
      open = piece.text;
    } else open = joined;
  }
  return open === '' ? passages : [...passages, open];
}
