/** A fenced code block of a Markdown page. */
export interface Block {
  /** The word after the fence; empty if there is none. */
  language: string;
  text: string;
  /** Line of the opening fence, from 1. */
  line: number;
}

const FENCED = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** The fenced code blocks of a page, in order. */
export const readBlocks = (page: string): Block[] =>
  [...page.matchAll(FENCED)].map(({ 1: language = '', 2: text = '', index }) => ({
    language,
    text,
    line: page.slice(0, index).split('\n').length,
  }));
