import { findWords, WORD_MAX, withoutAccents, wordsOf } from '@parley/common/text/words-of';

/** Only this much of a longer text is indexed. */
const MAX_CHARACTERS = 20_000;
/** More words only make a search slower. */
const MAX_SOUGHT = 10;
const SNIPPET_LENGTH = 200;
const BEFORE_WORD = 60;
const HALF_CHARACTERS = /^[\udc00-\udfff]|[\ud800-\udbff]$/g;

const lexemeOf = (tenantId: number, word: string): string => `${tenantId}:${word}`;

/** A message whose search lexemes are missing, or belong to an older text. */
export interface UnreadText {
  id: string;
  tenantId: number;
  text: string;
  createdAt: Date;
}

/** The search lexemes of a tenant's text. */
export const lexemesOf = (tenantId: number, text: string): string[] => [
  ...new Set(wordsOf(text.slice(0, MAX_CHARACTERS)).map((word) => lexemeOf(tenantId, word))),
];

const NUMBER = /^\d{7,}$/;
/** The least number of consecutive digits that find a number. */
const LEAST_DIGITS = 4;
const MAX_ADDRESSES = 20;

/** All suffixes of a number: a prefix match on one of them finds any part of the number. */
const endsOf = (number: string): string[] =>
  Array.from({ length: number.length - LEAST_DIGITS + 1 }, (_, start) => number.slice(start));

/** The searchable data of a person. */
export interface KnownPerson {
  name: string | null;
  username: string | null;
  phone: string | null;
  addresses: readonly string[];
}

/** A contact whose search lexemes are missing, or belong to an older name or address. */
export interface UnreadPerson extends KnownPerson {
  id: number;
  tenantId: number;
}

/** The search lexemes of a tenant's person: words of names, without accents, and any part of a number. */
export function lexemesOfPerson(tenantId: number, { name, username, phone, addresses }: KnownPerson): string[] {
  const ids = [phone ?? '', ...addresses.slice(0, MAX_ADDRESSES).map((address) => address.replace(/^comment:/, ''))];
  const words = [name ?? '', username ?? '', ...ids].flatMap(wordsOf).map(withoutAccents);
  return [...new Set(words.flatMap((word) => (NUMBER.test(word) ? endsOf(word) : [word])))].map((word) =>
    lexemeOf(tenantId, word),
  );
}

/** The folded words of a search. */
export const soughtOf = (q: string): string[] => [...new Set(wordsOf(q))].slice(0, MAX_SOUGHT);

/**
 * The words of a search for people, without accents; a number is one word, without its separators and leading zeros.
 */
export function soughtPersonOf(q: string): string[] {
  const sought = [...new Set(soughtOf(q).map(withoutAccents))];
  if (!/^[\p{N}\s()+./-]+$/u.test(q)) return sought;
  const digits = wordsOf(q).join('').slice(0, WORD_MAX);
  return [digits.replace(/^0+(?=\d{4})/, '')];
}

/**
 * A tenant's search as a tsquery: messages with every word, where a word of two letters or more also matches the words
 * that begin with it. Words consist of letters and digits only, so nothing in them can end the quotes.
 */
export const queryOf = (tenantId: number, sought: readonly string[]): string =>
  sought.map((word) => `'${lexemeOf(tenantId, word)}'${word.length > 1 ? ':*' : ''}`).join(' & ');

/** The ids that a search may name: the platform's as it is written, and ours when the text has its form. */
export function namedId(q: string): { messageId: string | null; providerMessageId: string } {
  const isOurs = /^[1-9]\d{0,17}$/.test(q);
  return { messageId: isOurs ? q : null, providerMessageId: q };
}

const firstFound = (text: string, sought: readonly string[]): number =>
  findWords(text.slice(0, MAX_CHARACTERS), sought).next().value?.index ?? 0;

/** The part of a text around the first word found, on one line. */
export function snippetOf(text: string, sought: readonly string[]): string {
  const found = firstFound(text, sought);
  const start = found <= BEFORE_WORD ? 0 : found - BEFORE_WORD;
  const part = text.slice(start, start + SNIPPET_LENGTH).replace(HALF_CHARACTERS, '');
  const [before, after] = [start > 0 ? '…' : '', start + SNIPPET_LENGTH < text.length ? '…' : ''];
  return `${before}${part.replace(/\s+/g, ' ').trim()}${after}`;
}
