/**
 * The languages of the console, of mails, and of the pages for people without an account. A language has an entry here
 * and a catalogue in each part; everything else follows from them.
 */
export const LANGUAGES = [
  { code: 'en', name: 'English', direction: 'ltr', locale: 'en-GB', plurals: ['one', 'other'] },
  {
    code: 'ar',
    name: 'العربية',
    direction: 'rtl',
    locale: 'ar-EG-u-nu-latn',
    plurals: ['zero', 'one', 'two', 'few', 'many', 'other'],
  },
  { code: 'pt-BR', name: 'Português (Brasil)', direction: 'ltr', locale: 'pt-BR', plurals: ['one', 'other'] },
  { code: 'es', name: 'Español', direction: 'ltr', locale: 'es', plurals: ['one', 'other'] },
] as const satisfies readonly LanguageFacts[];

interface LanguageFacts {
  /** BCP 47: a language, and a region where only that region's form is written. */
  code: string;
  /** The name that its own speakers read. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Locale of dates and numbers. */
  locale: string;
  /** Plural forms of the counts below a million (Intl.PluralRules); `other` stands in for any further one. */
  plurals: readonly Intl.LDMLPluralRule[];
}

export type Language = (typeof LANGUAGES)[number]['code'];
export type Direction = 'ltr' | 'rtl';

export const LANGUAGE_CODES: readonly Language[] = LANGUAGES.map(({ code }) => code);

/** The language of a reader of whom nothing is known. */
export const DEFAULT_LANGUAGE: Language = 'en';

export const isLanguage = (value: unknown): value is Language => LANGUAGE_CODES.some((code) => code === value);

const factsOf = (language: Language): LanguageFacts => LANGUAGES.find(({ code }) => code === language) ?? LANGUAGES[0];

export const directionOf = (language: Language): Direction => factsOf(language).direction;

export const localeOf = (language: Language): string => factsOf(language).locale;

/** A stored language; null if none is stored, or one that only a later release has, from which this one came back. */
export const storedLanguage = (stored: string | null): Language | null => (isLanguage(stored) ? stored : null);
