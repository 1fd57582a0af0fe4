import type { Language } from '@parley/common/languages/languages';

/** The categories of `Intl.PluralRules` that a language has. */
interface PluralForms {
  en: 'one' | 'other';
  ar: Intl.LDMLPluralRule;
  'pt-BR': 'one' | 'many' | 'other';
  es: 'one' | 'many' | 'other';
}

export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
export type Text = string | Plural;
export type Texts = Readonly<Record<string, Text>>;

type PluralIn<L extends Language> = Readonly<Record<PluralForms[L], string>>;

/** The strings of one chunk in English, by section; the other languages follow its names. `{name}` is a placeholder. */
export type EnglishCatalogue = Readonly<Record<string, Readonly<Record<string, string | PluralIn<'en'>>>>>;

/** The same strings in another language: nothing is missing, nothing is added, a plural has exactly the language's forms. */
export type CatalogueIn<L extends Language, English extends EnglishCatalogue> = {
  readonly [S in keyof English]: {
    readonly [N in keyof English[S]]: English[S][N] extends string ? string : PluralIn<L>;
  };
};
