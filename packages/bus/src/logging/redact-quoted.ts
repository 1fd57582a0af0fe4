// PostgreSQL and parsers quote the value that they reject. Each function reads its text once: an expression that looks
// for the end of a quote from each possible beginning takes quadratic time.

const REDACTED = '[redacted]';

const INVALID_INPUT = /invalid input (?:syntax|value) for /g;

/** `invalid input syntax for type json: "…"`, up to the last quote of the text. */
export function redactInvalidInput(text: string): string {
  let colon = -1;
  for (const { 0: opening, index } of text.matchAll(INVALID_INPUT)) {
    // The first colon after several openings is looked for once.
    if (colon < index + opening.length + 1) colon = text.indexOf(':', index + opening.length + 1);
    if (colon === -1) break;
    if (!text.startsWith(': "', colon)) continue;
    const begin = colon + ': "'.length;
    const end = text.lastIndexOf('"');
    return `${text.slice(0, begin)}${REDACTED}${end < begin ? '' : text.slice(end)}`;
  }
  return text;
}

const KEY = /Key \([^()]*\)=\(/g;
const KEY_END = /\)(?: |\.|$)/g;

/** `Key (peer)=(…) already exists.` */
export function redactKeys(text: string): string {
  let redacted = '';
  let at = 0;
  for (const { 0: opening, index } of text.matchAll(KEY)) {
    if (index < at) continue;
    KEY_END.lastIndex = index + opening.length;
    const end = KEY_END.exec(text)?.index ?? text.length;
    redacted += `${text.slice(at, index + opening.length)}${REDACTED}`;
    at = end;
  }
  return redacted + text.slice(at);
}

const UNEXPECTED = /(Unexpected \w+) '[\s\S]{0,2}', (?:\.{3})?"/g;
const NO_JSON = /"(?:\.{3})? is not valid JSON/g;

/** `Unexpected token 'h', "…" is not valid JSON`. */
export function redactUnexpected(text: string): string {
  let redacted = '';
  let at = 0;
  for (const { 0: opening, 1: kept = '', index } of text.matchAll(UNEXPECTED)) {
    if (index < at) continue;
    NO_JSON.lastIndex = index + opening.length;
    const end = NO_JSON.exec(text);
    if (end === null) break;
    redacted += `${text.slice(at, index)}${kept} in what is no JSON`;
    at = end.index + end[0].length;
  }
  return redacted + text.slice(at);
}

const redactLineOfJson = (line: string): string => {
  const last = [...line.matchAll(NO_JSON)].at(-1);
  const quote = line.indexOf('"');
  if (last === undefined || quote === last.index) return line;
  const begin = line.slice(0, quote).endsWith('...') ? quote - '...'.length : quote;
  return `${line.slice(0, begin)}${REDACTED} is not valid JSON${line.slice(last.index + last[0].length)}`;
};

/** `"…" is not valid JSON`, from the first quote of the line to the last. */
export const redactNoJson = (text: string): string =>
  text.includes(' is not valid JSON') ? text.split('\n').map(redactLineOfJson).join('\n') : text;
