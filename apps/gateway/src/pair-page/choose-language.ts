/** Languages of pages for end customers. */
export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The other language, which a page links to. */
export const OTHER_LANGUAGE: Readonly<Record<Language, { language: Language; name: string }>> = {
  en: { language: 'ar', name: 'العربية' },
  ar: { language: 'en', name: 'English' },
};

const isLanguage = (text: unknown): text is Language => LANGUAGES.some((language) => language === text);

/** Longer than any browser's. */
const HEADER_MAX = 500;
const RANGE = /^([a-z]{1,8}|\*)(?:-[a-z0-9-]+)?(?:\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?))?$/i;

/** The language of `?lang=`, else the browser's preferred supported one, else English. */
export function chooseLanguage(asked: unknown, acceptLanguage: string | undefined): Language {
  if (isLanguage(asked)) return asked;
  let best: { language: Language; weight: number } = { language: 'en', weight: 0 };
  for (const part of (acceptLanguage ?? '').slice(0, HEADER_MAX).split(',')) {
    const [, name = '', quality = '1'] = RANGE.exec(part.trim()) ?? [];
    const language = name.toLowerCase();
    const weight = Number(quality);
    if (isLanguage(language) && weight > best.weight) best = { language, weight };
  }
  return best.language;
}
