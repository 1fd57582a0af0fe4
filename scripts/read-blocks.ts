/** A fenced code block of a Markdown page. */
export interface Block {
  /** The word after the fence; empty if there is none. */
  language: string;
  text: string;
  /** Line of the opening fence, from 1. */
  line: number;
}

/** A block within a list is indented as a whole. */
const FENCED = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm;

/** The fenced code blocks of a page, in order. */
export const readBlocks = (page: string): Block[] =>
  [...page.matchAll(FENCED)].map(({ 1: indent = '', 2: language = '', 3: text = '', index }) => ({
    language,
    text: indent === '' ? text : text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    line: page.slice(0, index).split('\n').length,
  }));
