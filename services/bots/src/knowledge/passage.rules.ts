import { cleanText } from '@parley/common/text/clean-text';

/** A passage of a bot's knowledge. */
export interface Passage {
  text: string;
  /** The title of its source. */
  source: string;
  title: string | null;
}

/** The text of a source. */
export type KnowledgeText =
  | { kind: 'text' | 'markdown'; text: string }
  | { kind: 'qa'; pairs: readonly { question: string; answer: string }[] }
  | { kind: 'pdf'; pages: readonly string[] };

/** Unit of search: a few sentences with their heading. */
export interface Chunk {
  title: string | null;
  text: string;
  tokens: number;
}

const TITLE_MAX = 200;
const MARKS = /^ {0,3}(#{1,6})(?=[ \t])/;
/** A character that ends a line for Markdown, but not for this reader. */
const OTHER_BREAK = /[\r\u2028\u2029]/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

// Characters that a prompt cannot hold; PDFs contain them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

const clean = (text: string): string => cleanText(text.replace(/\r\n?/g, '\n').replace(CONTROLS, ' '));

interface Section {
  title: string | null;
  text: string;
}

/** A character has at most two UTF-16 units. */
const shorten = (title: string): string => [...title.slice(0, 2 * TITLE_MAX)].slice(0, TITLE_MAX).join('');

/**
 * Reads `## Opening hours ##`; null for another line. It trims by loops: an expression that divides blanks between the
 * text and the end of the line takes cubic time.
 */
function readHeading(line: string): { level: number; text: string } | null {
  const [opening, marks] = MARKS.exec(line) ?? [];
  if (opening === undefined || marks === undefined || OTHER_BREAK.test(line)) return null;
  let start = opening.length;
  let end = line.length;
  while (line[start] === ' ' || line[start] === '\t') start++;
  while (end > start && ' \t#'.includes(line.charAt(end - 1))) end--;
  return { level: marks.length, text: line.slice(start, end) };
}

/**
 * The sections of a Markdown text, each under its headings: `Shop > Opening hours`. A heading with nothing below it
 * becomes a text.
 */
function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [];
  let path: string[] = [];
  let heading = '';
  let lines: string[] = [];
  let fence: string | null = null;
  const close = (nextLevel: number): void => {
    const text = lines.join('\n').trim();
    const isParent = nextLevel > path.length;
    if (text !== '') sections.push({ title: titleOf(path), text });
    else if (heading !== '' && !isParent) sections.push({ title: titleOf(path), text: heading });
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    const found = fence === null ? readHeading(line) : null;
    if (!found) {
      lines.push(line);
      continue;
    }
    close(found.level);
    path = path.slice(0, found.level - 1);
    while (path.length < found.level - 1) path.push('');
    // A title is built for every section, so that its parts are short.
    path.push(shorten(found.text));
    heading = found.text;
  }
  close(0);
  return sections;
}

const titleOf = (path: readonly string[]): string | null =>
  shorten(path.filter((heading) => heading !== '').join(' > ')) || null;

function sectionsOfSource(source: KnowledgeText): Section[] {
  switch (source.kind) {
    case 'text':
      return [{ title: null, text: clean(source.text) }];
    case 'markdown':
      return sectionsOf(clean(source.text));
    case 'pdf':
      return source.pages.map((page, index) => ({ title: `Page ${index + 1}`, text: clean(page) }));
    case 'qa':
      throw new Error('unreachable: a pair is not split');
  }
}

const chunkOf = (title: string | null, text: string): Chunk => ({
  title,
  text,
  tokens: estimateTokens(text) + (title === null ? 0 : estimateTokens(title)),
});

/**
 * Splits a source into passages for the search (docs/reference/bots.md#knowledge). A question and its answer stay
 * together.
 */
export function chunkKnowledge(source: KnowledgeText): Chunk[] {
  if (source.kind === 'qa')
    return source.pairs.map(({ question, answer }) => chunkOf(clean(question).trim(), clean(answer).trim()));
  return sectionsOfSource(source).flatMap(({ title, text }) => splitText(text).map((part) => chunkOf(title, part)));
}

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
function splitText(text: string): string[] {
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

/** Conservative for the tokenizers of all three providers: about four bytes a token in English, three in Arabic. */
const BYTES_PER_TOKEN = 3;
/** The worst text: rare emoji take three tokens for four bytes. */
const WORST_TOKENS_PER_BYTE = 3 / 4;

/** Estimates the tokens of a text, on the high side. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** Upper bound of the tokens of a text. */
export const mostTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) * WORST_TOKENS_PER_BYTE);
