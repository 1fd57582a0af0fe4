const WIDTH = 100;

const OPEN = new Set(['(', '[', '{']);
const CLOSE = new Set([')', ']', '}']);

/** Splits a text at the commas that are in no bracket and in no text. */
function splitAtCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  let isQuoted = false;
  let isEscaped = false;
  for (const character of text) {
    if (character === '"' && !isEscaped) isQuoted = !isQuoted;
    isEscaped = character === '\\' && !isEscaped;
    if (!isQuoted && OPEN.has(character)) depth++;
    if (!isQuoted && CLOSE.has(character)) depth--;
    if (character === ',' && depth === 0 && !isQuoted) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

/** A line of Python, after this indent; a longer one is split after its first bracket, one entry a line. */
export function wrap(indent: string, line: string, end = ','): string {
  const whole = `${indent}${line}${end}`;
  const open = [...line].findIndex((character) => OPEN.has(character));
  const close = line.at(-1);
  if (whole.length <= WIDTH || open < 0 || close === undefined || !CLOSE.has(close)) return whole;
  const entries = splitAtCommas(line.slice(open + 1, -1)).map((entry) => wrap(`${indent}    `, entry));
  return `${indent}${line.slice(0, open + 1)}\n${entries.join('\n')}\n${indent}${close}${end}`;
}
