import { z } from 'zod';
import { CONSENT_WORD_LIMITS } from './consent-word-limits.ts';
import { line } from './fields.ts';
import { foldText } from './fold-text.ts';

/** The words of a tenant that has set none, in English and Arabic. */
export const DEFAULT_CONSENT_WORDS = {
  stop: [
    'stop',
    'stop all',
    'stop promotions',
    'unsubscribe',
    'opt out',
    'opt-out',
    'إيقاف',
    'أوقف',
    'توقف',
    'إيقاف العروض',
    'إلغاء الاشتراك',
    'الغاء الاشتراك',
  ],
  start: ['start', 'unstop', 'subscribe', 'opt in', 'opt-in', 'ابدأ', 'اشتراك', 'استئناف'],
} as const satisfies Record<string, readonly string[]>;

/** A tenant's own words; null: the defaults. */
export const ConsentWords = z.object({
  stop: z.array(z.string()).nullable(),
  start: z.array(z.string()).nullable(),
});
export type ConsentWords = z.infer<typeof ConsentWords>;

/**
 * A word, or a whole message, in the form that is compared: without case, marks and invisible characters, in one
 * spelling, without spaces around it and punctuation after it (docs/reference/consent.md#words).
 */
export const normalizeConsentWord = (text: string): string =>
  foldText(text.replace(/\p{Cf}/gu, ''))
    .replace(/\s+/g, ' ')
    .replace(/[\p{P}\p{Z}]+$/u, '')
    .trimStart();

export const ConsentWordList = z
  .array(
    line(CONSENT_WORD_LIMITS.characters).refine(
      (word) => normalizeConsentWord(word) !== '',
      'must have a letter or a digit',
    ),
  )
  .max(CONSENT_WORD_LIMITS.words);
