/** Arabic has six plural forms, English two. */
export type ArabicPlural = Readonly<Record<Intl.LDMLPluralRule, string>>;
export type EnglishPlural = Readonly<Record<'one' | 'other', string>>;

export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A plural in one language is a plural in the other. */
type InArabic<T> = T extends string ? string : ArabicPlural;

export interface Texts<E extends Record<string, string | EnglishPlural> = Record<string, string | EnglishPlural>> {
  en: E;
  ar: { readonly [K in keyof E]: InArabic<E[K]> };
}

/**
 * The texts of one part of the console. The compiler requires each text in both languages; `{name}` is a placeholder.
 */
export const defineTexts = <const E extends Record<string, string | EnglishPlural>>(texts: Texts<E>): Texts<E> => texts;

/** Whether there is a text of this name, such as a code of the server. */
export const hasText = <T extends Texts>({ en }: T, name: string): name is keyof T['en'] & string =>
  Object.hasOwn(en, name);
