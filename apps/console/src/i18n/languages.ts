import { findLanguage } from '@parley/common/languages/find-language';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@parley/common/languages/languages';

/** The languages as choices, each by its own name. */
export const LANGUAGE_CHOICES = LANGUAGES.map(({ code, name }) => ({ value: code, text: name }));

/** The first language of a list, such as a browser's, that the console has: `es-MX` finds `es`, `pt` finds `pt-BR`. */
export const preferredLanguage = (codes: readonly string[]): Language =>
  codes.flatMap((code) => findLanguage(code) ?? [])[0] ?? DEFAULT_LANGUAGE;
