import type { ArabicPlural, EnglishPlural, Language } from './define-texts.ts';

export type Values = Readonly<Record<string, string | number>>;

/** Digits are Western in both languages, as in the API and on most screens of the region. */
export const localeOf = (language: Language): string => (language === 'ar' ? 'ar-EG-u-nu-latn' : 'en-GB');

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** A name or a number keeps its own direction inside a sentence of the other. */
const isolate = (value: string): string => `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}`;

/** Puts the values into a text; `count` chooses the form of a plural. */
export function formatText(text: string | EnglishPlural | ArabicPlural, values: Values, language: Language): string {
  const locale = localeOf(language);
  const rule = new Intl.PluralRules(locale).select(Number(values.count ?? 0));
  const form = typeof text === 'string' ? text : ((text as Partial<ArabicPlural>)[rule] ?? text.other); // safe: a form that is absent is read as the last one
  return form.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return isolate(typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value);
  });
}
