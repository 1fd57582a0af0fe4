import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import { wordsOf } from '@parley/common/text/words-of';
import type { SavedView } from '../views/view.rules.ts';

const MASK = '•••';
/** Shorter numbers occur inside many other numbers. */
const DIGITS_MIN = 5;
/** Shorter prefixes begin many words. */
const BEGINNING_MIN = 4;

/** The spelling used in texts: without the `comment:` prefix, and without the plus sign, which people omit. */
const spellingOf = (address: string): string => address.replace(/^comment:/, '').replace(/^\+/, '');
const isNumber = (text: string): boolean => /^\d+$/.test(text) && text.length >= DIGITS_MIN;
/** Removes the separators that people write between the digits of a number. */
const closeUp = (text: string): string => text.replace(/(?<=\d)[\s()./-]+(?=\d)/g, '');
const phrase = (text: string): string => ` ${wordsOf(text).join(' ')} `;

/**
 * Finds mentions of an erased person in the data of services/accounts
 * (docs/operations/peoples-data.md#erasing-a-person).
 */
export function makePersonMentions({ addresses, names }: Pick<ErasedPerson, 'addresses' | 'names'>) {
  const spelled = [...new Set([...addresses, ...names].map(spellingOf))];
  const numbers = new Set(spelled.filter(isNumber));
  const ids = addresses.map(spellingOf).filter((id) => !isNumber(id) && id.length >= DIGITS_MIN);
  const nameWords = names.map(wordsOf).filter((words) => words.length > 0);
  const fullNames = names
    .filter((name) => wordsOf(name).length > 1 && !isNumber(spellingOf(closeUp(name))))
    .map(phrase);

  const hasNumber = (text: string): boolean => (closeUp(text).match(/\d+/g) ?? []).some((run) => numbers.has(run));
  /** The text contains their number, address or full name; a single word of a name does not count as a match. */
  const isIn = (text: string): boolean =>
    hasNumber(text) || ids.some((id) => text.includes(id)) || fullNames.some((name) => phrase(text).includes(name));

  function isSoughtBy(q: string): boolean {
    const digits = closeUp(q).replace(/^\+?0*/, '');
    if (isNumber(digits)) return [...numbers].some((number) => number.includes(digits));
    const sought = wordsOf(q);
    const begins = (word: string, begin: string): boolean =>
      word === begin || (begin.length >= BEGINNING_MIN && word.startsWith(begin));
    return (
      sought.length > 0 && nameWords.some((words) => sought.every((begin) => words.some((word) => begins(word, begin))))
    );
  }

  /** A JSON value with each text and number that names them masked; the same value where none does. */
  function mask(value: unknown): unknown {
    if (typeof value === 'string') return isIn(value) ? MASK : value;
    if (typeof value === 'number') return numbers.has(String(value)) ? MASK : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(mask);
    return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, mask(inner)]));
  }

  return {
    isIn,
    /** Their numbers and ids, to search the request log, which contains no texts. */
    needles: [...numbers, ...ids],
    mask,
    /** The view is named after them or searches for them, also by one word of their name or part of their number. */
    isViewOf: ({ name, filter: { q } }: Pick<SavedView, 'name' | 'filter'>): boolean =>
      isIn(name) ||
      names.some((given) => phrase(given) === phrase(name)) ||
      (q !== undefined && (isIn(q) || isSoughtBy(q))),
  };
}
