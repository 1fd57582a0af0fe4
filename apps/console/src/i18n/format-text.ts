import type { ArabicPlural, EnglishPlural, Language } from './define-texts.ts';

export type Values = Readonly<Record<string, string | number>>;

/** Digits are Western in both languages, as in the API and on most screens of the region. */
export const localeOf = (language: Language): string => (language === 'ar' ? 'ar-EG-u-nu-latn' : 'en-GB');

/** The formatters of a language, created once: creating one takes longer than rendering a list row. */
function makeFormatters(language: Language): { plural: Intl.PluralRules; number: Intl.NumberFormat } {
  const locale = localeOf(language);
  return { plural: new Intl.PluralRules(locale), number: new Intl.NumberFormat(locale) };
}
const FORMATTERS = { en: makeFormatters('en'), ar: makeFormatters('ar') };

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Keeps a name or a number in its own direction inside a sentence of the other direction. */
const isolate = (value: string): string => `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}`;

const formOf = (text: EnglishPlural | ArabicPlural, rule: Intl.LDMLPluralRule): string =>
  (text as Partial<ArabicPlural>)[rule] ?? text.other; // safe: a missing form falls back to the last one

/** Inserts the values into a text; `count` chooses the plural form. */
export function formatText(text: string | EnglishPlural | ArabicPlural, values: Values, language: Language): string {
  const { plural, number } = FORMATTERS[language];
  const form = typeof text === 'string' ? text : formOf(text, plural.select(Number(values.count ?? 0)));
  return form.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return isolate(typeof value === 'number' ? number.format(value) : value);
  });
}
