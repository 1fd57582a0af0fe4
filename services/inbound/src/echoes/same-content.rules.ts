import { normalizeText } from '@parley/common/normalize-text';

/** The content of a message, for comparison with an echo. */
export interface Content {
  text: string;
  hasFiles: boolean;
}

const BLANK = new Set([' ', '\t', '\r', '\n']);

/** Trims blanks. A loop: a pattern would take quadratic time on a long run of blanks. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.has(text.charAt(start))) start++;
  while (end > start && BLANK.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const comparable = (text: string): string => trimBlanks(normalizeText(text, 'NFC'));

/**
 * Whether an echo has the content of a send, or of one of its two messages at the provider (a file and its text are two
 * messages there). Providers normalize composed characters and trim blanks, and change nothing else.
 */
export function isSameContent(sent: Content, echo: Content): boolean {
  if (echo.text === '') return echo.hasFiles && sent.hasFiles;
  return comparable(sent.text) === comparable(echo.text);
}
