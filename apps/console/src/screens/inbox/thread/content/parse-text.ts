import { webLink } from './web-link.ts';

export type Mark = 'strong' | 'em' | 's' | 'code';

/** A part of a message: plain text, an address, or text with a mark. */
export type TextPart = string | { href: string; shown: string } | { mark: Mark; parts: readonly TextPart[] };

interface Found {
  start: number;
  end: number;
  href: string;
}

const OPENING = '([{"\'*_~«“';
const CLOSING = '.,;:!?)]}"\'*_~»”،؛؟';
/** Without the characters that begin further fields of a mail. */
const MAIL = /^[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}.-]{1,190}\.\p{L}{2,}$/u;
const PHONE = /^\+[\d().-]{7,24}$/;
const PHONE_DIGITS = { min: 7, max: 15 };

function hrefOf(word: string): string | null {
  if (/^https?:\/\//i.test(word)) {
    const href = webLink(word);
    // A name before the @ only looks like the host.
    return href && new URL(href).username === '' && new URL(href).password === '' ? href : null;
  }
  if (MAIL.test(word)) return `mailto:${word}`;
  const digits = PHONE.test(word) ? word.replace(/\D/g, '') : '';
  return digits.length >= PHONE_DIGITS.min && digits.length <= PHONE_DIGITS.max ? `tel:+${digits}` : null;
}

/** The addresses of a text: http, https, mail and numbers with a country code. Punctuation around one is not part of it. */
function findAddresses(text: string): Found[] {
  const found: Found[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    let [start, end] = [0, word.length];
    while (start < end && OPENING.includes(word.charAt(start))) start++;
    while (end > start && CLOSING.includes(word.charAt(end - 1))) {
      // The end of https://example.com/a_(b) is part of it.
      if (word.charAt(end - 1) === ')' && word.slice(start, end).includes('(')) break;
      end--;
    }
    const href = hrefOf(word.slice(start, end));
    if (href) found.push({ start: index + start, end: index + end, href });
  }
  return found;
}

const MARKS: Readonly<Record<string, Mark>> = { '*': 'strong', _: 'em', '~': 's' };
const FENCE = '```';
const isWordCharacter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
const isSpace = (character: string): boolean => character.trim() === '';

/** Where the mark that opens at `from` closes on its line; -1 if it is no mark. */
function closingOf(text: string, from: number, addressAt: ReadonlyMap<number, Found>): number {
  const sign = text.charAt(from);
  for (let at = from + 1; at < text.length; at++) {
    const address = addressAt.get(at);
    if (address) at = address.end;
    const character = text.charAt(at);
    if (character === '\n') return -1;
    const isEnd = character === sign && at > from + 1 && !isSpace(text.charAt(at - 1));
    if (isEnd && !isWordCharacter(text.charAt(at + 1))) return at;
  }
  return -1;
}

function opens(text: string, at: number): boolean {
  const next = text.charAt(at + 1);
  return !isWordCharacter(text.charAt(at - 1)) && !isSpace(next) && next !== text.charAt(at);
}

/** A line without an end of a mark has none for a later beginning either: each line is searched once. */
function inline(text: string, hasMarks: boolean, within: string): TextPart[] {
  const addressAt = new Map(findAddresses(text).map((found) => [found.start, found]));
  const searchedUntil = new Map<string, number>();
  const parts: TextPart[] = [];
  let plain = 0;
  let at = 0;
  const add = (part: TextPart, end: number): void => {
    if (plain < at) parts.push(text.slice(plain, at));
    parts.push(part);
    at = end;
    plain = end;
  };
  while (at < text.length) {
    const sign = text.charAt(at);
    const address = addressAt.get(at);
    const mark = hasMarks && !within.includes(sign) ? MARKS[sign] : undefined;
    if (address) add({ href: address.href, shown: text.slice(at, address.end) }, address.end);
    else if (mark && at >= (searchedUntil.get(sign) ?? 0) && opens(text, at)) {
      const end = closingOf(text, at, addressAt);
      if (end > 0) add({ mark, parts: inline(text.slice(at + 1, end), true, within + sign) }, end + 1);
      else {
        const line = text.indexOf('\n', at);
        searchedUntil.set(sign, line < 0 ? text.length : line);
        at++;
      }
    } else at++;
  }
  if (plain < text.length) parts.push(text.slice(plain));
  return parts;
}

/** The addresses of a message and, on WhatsApp, its *bold*, _italic_, ~struck~ and ```fixed``` texts. */
export function parseText(text: string, { hasMarks }: { hasMarks: boolean }): TextPart[] {
  if (!hasMarks) return inline(text, false, '');
  // Every second piece stands between fences; a last one without its end is plain.
  const pieces = text.split(FENCE);
  const closed = pieces.length - (pieces.length % 2 === 0 ? 1 : 0);
  return pieces.flatMap((piece, index): TextPart[] => {
    if (index >= closed) return inline(FENCE + piece, true, '');
    if (index % 2 === 0) return inline(piece, true, '');
    return piece === '' ? [FENCE + FENCE] : [{ mark: 'code', parts: [piece] }];
  });
}
