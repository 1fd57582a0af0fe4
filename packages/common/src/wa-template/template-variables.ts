const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;
const NUMBERED = /^[1-9]\d{0,2}$/;
const NAMED = /^[a-z][a-z0-9_]*$/;

/** Names of the placeholders of a text, each once, in order: `1` of `{{1}}`, `first_name` of `{{first_name}}`. */
export const variablesOf = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name)),
];

/** Whether braces are left that are no placeholder, or a placeholder has a name that Meta does not take. */
export const hasBadVariable = (text: string): boolean =>
  /\{\{|\}\}/.test(text.replaceAll(PLACEHOLDER, '')) ||
  variablesOf(text).some((name) => !NUMBERED.test(name) && !NAMED.test(name));

export const isNumbered = (name: string): boolean => NUMBERED.test(name);

/** Whether the numbers are not 1, 2, 3 … without a gap; false for names. */
export function hasNumberGap(text: string): boolean {
  const numbers = variablesOf(text).filter(isNumbered).map(Number);
  return numbers.some((number) => number > numbers.length);
}

/** Whether a placeholder begins or ends the text; for Meta a sign after the last one is no text. */
export const hasEdgeVariable = (text: string): boolean => /^\s*\{\{/.test(text) || /\}\}[\s!?.,;:)\]؟،؛]*$/.test(text);

/** Whether nothing is between two placeholders. */
export const hasAdjacentVariables = (text: string): boolean => /\}\}\s*\{\{/.test(text);
