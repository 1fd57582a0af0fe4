import { cleanText } from '@parley/common/clean-text';
import { estimateTokens } from './estimate-tokens.ts';
import { splitText } from './split-text.ts';

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
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

// Characters that a prompt cannot hold; PDFs contain them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

const clean = (text: string): string => cleanText(text.replace(/\r\n?/g, '\n').replace(CONTROLS, ' '));

interface Section {
  title: string | null;
  text: string;
}

const shorten = (title: string): string => [...title].slice(0, TITLE_MAX).join('');

/**
 * The sections of a Markdown text, each under its headings: `Shop > Opening hours`. A heading with nothing below it
 * becomes a text.
 */
function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [];
  let path: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  const close = (nextLevel: number): void => {
    const text = lines.join('\n').trim();
    const heading = path[path.length - 1];
    const isParent = nextLevel > path.length;
    if (text !== '') sections.push({ title: titleOf(path), text });
    else if (heading && !isParent) sections.push({ title: titleOf(path), text: heading });
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    const heading = fence === null ? HEADING.exec(line) : null;
    if (!heading) {
      lines.push(line);
      continue;
    }
    const [, marks = '', text = ''] = heading;
    close(marks.length);
    path = [...path.slice(0, marks.length - 1)];
    while (path.length < marks.length - 1) path.push('');
    path.push(text);
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
