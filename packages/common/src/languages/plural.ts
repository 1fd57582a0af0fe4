import { type LANGUAGES, type Language, localeOf } from './languages.ts';

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & Record<'other', string>>;

/** The plural forms of a language: a text without one of them does not compile. */
export type FormsOf<L extends Language> = Forms &
  Readonly<Record<Extract<(typeof LANGUAGES)[number], { code: L }>['plurals'][number], string>>;

/** Makes the choice of a language's plural form for a count. */
export function pluralsOf<L extends Language>(language: L): (count: number, forms: FormsOf<L>) => string {
  const rules = new Intl.PluralRules(localeOf(language));
  return (count, forms) => {
    const chosen: Forms = forms;
    return chosen[rules.select(count)] ?? chosen.other;
  };
}
