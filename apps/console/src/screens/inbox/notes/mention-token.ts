import { at } from '@parley/common/at';
/** The text between an `@` that begins a word and the caret. */
export interface MentionToken {
  /** Position of the `@`. */
  from: number;
  q: string;
}

const TYPED = /(?:^|\s)@([^\s@]{0,40})$/u;

/** The mention that is being typed at the caret; null if there is none. */
export function mentionAt(text: string, caret: number): MentionToken | null {
  const typed = TYPED.exec(text.slice(Math.max(0, caret - 50), caret));
  if (!typed) return null;
  const q = at(typed, 1);
  return { from: caret - q.length - 1, q };
}

/** The text with the mention of a member in place of what was typed, and where the caret goes. */
export function insertMention(
  text: string,
  { from, caret, name }: { from: number; caret: number; name: string },
): { text: string; caret: number } {
  const mention = `@${name} `;
  return {
    text: `${text.slice(0, from)}${mention}${text.slice(caret).replace(/^ /, '')}`,
    caret: from + mention.length,
  };
}
