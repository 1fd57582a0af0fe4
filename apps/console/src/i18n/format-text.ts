import { type Language, localeOf } from '@parley/common/languages/languages';
import type { Text } from './catalogue.ts';

export type Values = Readonly<Record<string, string | number>>;

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

/** The form of a plural for this number; a category that the language does not have in a text is shown as `other`. */
const formOf = (text: Text, count: number, language: Language): string =>
  typeof text === 'string' ? text : (text[plurals(language).select(count)] ?? text.other);

/** Inserts the values into a text; `count` chooses the plural form. */
export function formatText(text: Text, values: Values, language: Language): string {
  const form = formOf(text, Number(values.count ?? 0), language);
  return form.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return isolate(typeof value === 'number' ? numbers(language).format(value) : value);
  });
}
