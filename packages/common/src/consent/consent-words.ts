import { z } from 'zod';
import { line } from '../fields.ts';
import { foldText } from '../text/fold-text.ts';
import { CONSENT_WORD_LIMITS } from './consent-word-limits.ts';

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

const PUNCTUATION_OR_SPACE = /[\p{P}\p{Z}]/u;
const LOW_SURROGATE = /[\udc00-\udfff]/;

/**
 * The text without punctuation and spaces at its end. An expression such as `[…]+$` would start at each character of a
 * run, which takes quadratic time.
 */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0) {
    const start = LOW_SURROGATE.test(text.charAt(end - 1)) ? Math.max(0, end - 2) : end - 1;
    if (!PUNCTUATION_OR_SPACE.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}

/**
 * A word, or a whole message, in the form that is compared (docs/reference/consent.md#words): one spelling, without
 * case, marks, invisible characters, surrounding spaces and final punctuation.
 */
export const normalizeConsentWord = (text: string): string =>
  withoutEnd(foldText(text.replace(/\p{Cf}/gu, '')).replace(/\s+/g, ' ')).trimStart();

export const ConsentWordList = z
  .array(
    line(CONSENT_WORD_LIMITS.characters).refine(
      (word) => normalizeConsentWord(word) !== '',
      'must have a letter or a digit',
    ),
  )
  .max(CONSENT_WORD_LIMITS.words);
