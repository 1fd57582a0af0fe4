import { type ConsentWords, DEFAULT_CONSENT_WORDS, normalizeConsentWord } from '@parley/common/consent-words';
import type { getConsentWords } from '@parley/common/contracts/operator/consent';
import type { OutputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';

/** The words in effect for a tenant. */
export const showConsentWords = ({ stop, start }: ConsentWords): OutputOf<typeof getConsentWords> => ({
  stopWords: [...(stop ?? DEFAULT_CONSENT_WORDS.stop)],
  startWords: [...(start ?? DEFAULT_CONSENT_WORDS.start)],
  isDefault: stop === null && start === null,
});

/** The lists in effect must have no word in common. Throws `invalid_start_words`. */
export function requireDistinct(words: ConsentWords): void {
  const { stopWords, startWords } = showConsentWords(words);
  const stop = new Set(stopWords.map(normalizeConsentWord));
  const both = startWords.find((word) => stop.has(normalizeConsentWord(word)));
  if (both !== undefined) throw invalidField('start_words', `start_words has a word of stop_words: ${both}.`);
}
