import { LANGUAGE_CODES, type Language } from './languages.ts';

const baseOf = (code: string): string | undefined => code.split('-')[0];

/** The language of a code, or else the one form that we have of it: `ar-SA` is read in `ar`, and `pt-PT` in `pt-BR`. */
export function findLanguage(code: string): Language | undefined {
  const asked = code.toLowerCase();
  return (
    LANGUAGE_CODES.find((language) => language.toLowerCase() === asked) ??
    LANGUAGE_CODES.find((language) => baseOf(language) === baseOf(asked))
  );
}
