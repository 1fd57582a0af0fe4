const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;
const NUMBERED = /^[1-9]\d{0,2}$/;
const BRACES = /\{\{|\}\}/;
const NAMED = /^[a-z][a-z0-9_]*$/;

/** Names of the placeholders of a text, each once, in order: `1` of `{{1}}`, `first_name` of `{{first_name}}`. */
export const variablesOf = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name)),
];

/** The text with values in place of its placeholders; a placeholder without a value stays. */
export const fillVariables = (text: string, find: (name: string) => string | undefined): string =>
  text.replaceAll(PLACEHOLDER, (placeholder, name: string) => find(name) || placeholder);

/** Whether a text has double braces, of a placeholder or of anything else. */
export const hasBraces = (text: string): boolean => BRACES.test(text);

/** Whether a text has double braces outside of a placeholder, or a placeholder with a name that Meta refuses. */
export const hasBadVariable = (text: string): boolean =>
  hasBraces(text.replaceAll(PLACEHOLDER, '')) ||
  variablesOf(text).some((name) => !NUMBERED.test(name) && !NAMED.test(name));

export const isNumbered = (name: string): boolean => NUMBERED.test(name);

/** Whether the numbers are not 1, 2, 3 … without a gap; false for names. */
export function hasNumberGap(text: string): boolean {
  const numbers = variablesOf(text).filter(isNumbered).map(Number);
  return numbers.some((number) => number > numbers.length);
}

/** Whether a placeholder begins or ends the text; Meta ignores punctuation after the last one. */
export const hasEdgeVariable = (text: string): boolean => /^\s*\{\{/.test(text) || /\}\}[\s!?.,;:)\]؟،؛]*$/.test(text);

/** Whether nothing is between two placeholders. */
export const hasAdjacentVariables = (text: string): boolean => /\}\}\s*\{\{/.test(text);
