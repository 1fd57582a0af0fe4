import { findLanguage } from '@parley/common/languages/find-language';
import { DEFAULT_LANGUAGE, type Language } from '@parley/common/languages/languages';

/** Exceeds the length of any browser's header. */
const HEADER_MAX = 500;
const RANGE = /^([a-z]{1,8}(?:-[a-z0-9-]+)?|\*)(?:\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?))?$/i;

/** The language of `?lang=`, else the browser's preferred supported one, else English. */
export function chooseLanguage(asked: unknown, acceptLanguage: string | undefined): Language {
  const chosen = typeof asked === 'string' ? findLanguage(asked) : undefined;
  if (chosen) return chosen;
  let best: { language: Language; weight: number } = { language: DEFAULT_LANGUAGE, weight: 0 };
  for (const part of (acceptLanguage ?? '').slice(0, HEADER_MAX).split(',')) {
    const [, range = '', quality = '1'] = RANGE.exec(part.trim()) ?? [];
    const language = findLanguage(range);
    const weight = Number(quality);
    if (language && weight > best.weight) best = { language, weight };
  }
  return best.language;
}
