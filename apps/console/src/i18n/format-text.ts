import type { ArabicPlural, EnglishPlural, Language } from './define-texts.ts';

export type Values = Readonly<Record<string, string | number>>;

/** Digits are Western in both languages, as in the API and on most screens of the region. */
export const localeOf = (language: Language): string => (language === 'ar' ? 'ar-EG-u-nu-latn' : 'en-GB');

/** Makes a formatter of each language when it is first needed: making one takes longer than rendering a list row. */
export function madeOnce<T>(make: (locale: string) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  return (language) => {
    const known = made.get(language) ?? make(localeOf(language));
    made.set(language, known);
    return known;
  };
}

const plurals = madeOnce((locale) => new Intl.PluralRules(locale));
const numbers = madeOnce((locale) => new Intl.NumberFormat(locale));

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Keeps a name or a number in its own direction inside a sentence of the other direction. */
const isolate = (value: string): string => `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}`;

const formOf = (text: EnglishPlural | ArabicPlural, rule: Intl.LDMLPluralRule): string =>
  (text as Partial<ArabicPlural>)[rule] ?? text.other; // safe: a missing form falls back to the last one

/** Inserts the values into a text; `count` chooses the plural form. */
export function formatText(text: string | EnglishPlural | ArabicPlural, values: Values, language: Language): string {
  const form = typeof text === 'string' ? text : formOf(text, plurals(language).select(Number(values.count ?? 0)));
  return form.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return isolate(typeof value === 'number' ? numbers(language).format(value) : value);
  });
}
