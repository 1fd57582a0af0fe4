import type { ArabicPlural, EnglishPlural, Language } from './define-texts.ts';

export type Values = Readonly<Record<string, string | number>>;

/** Digits are Western in both languages, as in the API and on most screens of the region. */
export const localeOf = (language: Language): string => (language === 'ar' ? 'ar-EG-u-nu-latn' : 'en-GB');

/** The formatters of a language, made once: each takes longer to make than a row of a list to draw. */
function makeFormatters(language: Language): { plural: Intl.PluralRules; number: Intl.NumberFormat } {
  const locale = localeOf(language);
  return { plural: new Intl.PluralRules(locale), number: new Intl.NumberFormat(locale) };
}
const FORMATTERS = { en: makeFormatters('en'), ar: makeFormatters('ar') };

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** A name or a number keeps its own direction inside a sentence of the other. */
const isolate = (value: string): string => `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}`;

const formOf = (text: EnglishPlural | ArabicPlural, rule: Intl.LDMLPluralRule): string =>
  (text as Partial<ArabicPlural>)[rule] ?? text.other; // safe: a form that is absent is read as the last one

/** Puts the values into a text; `count` chooses the form of a plural. */
export function formatText(text: string | EnglishPlural | ArabicPlural, values: Values, language: Language): string {
  const { plural, number } = FORMATTERS[language];
  const form = typeof text === 'string' ? text : formOf(text, plural.select(Number(values.count ?? 0)));
  return form.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return isolate(typeof value === 'number' ? number.format(value) : value);
  });
}
