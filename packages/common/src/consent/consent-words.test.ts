import { expect, test } from 'vitest';
import { CONSENT_WORD_LIMITS } from './consent-word-limits.ts';
import { ConsentWordList, DEFAULT_CONSENT_WORDS, normalizeConsentWord } from './consent-words.ts';

test.each([
  ['STOP', 'stop'],
  ['  Stop.  ', 'stop'],
  ['stop!!! …', 'stop'],
  ['ｓｔｏｐ', 'stop'],
  ['\u200fإيقاف\u200f', 'ايقاف'],
  ['إِيقَاف؟', 'ايقاف'],
  ['إلغاء\u00a0 الاشتراك', 'الغاء الاشتراك'],
  ['opt-out', 'opt-out'],
  ['please stop', 'please stop'],
  ['…', ''],
])('%j is compared as %j', (given, compared) => {
  expect(normalizeConsentWord(given)).toBe(compared);
});

test('no default word means both, and every one is within the limits', () => {
  const stop = new Set(DEFAULT_CONSENT_WORDS.stop.map(normalizeConsentWord));
  expect(DEFAULT_CONSENT_WORDS.start.filter((word) => stop.has(normalizeConsentWord(word)))).toEqual([]);
  for (const words of Object.values(DEFAULT_CONSENT_WORDS))
    expect(ConsentWordList.safeParse([...words]).success).toBe(true);
});

test.each([
  ['more words than the limit', Array.from({ length: CONSENT_WORD_LIMITS.words + 1 }, (_, n) => `word${n}`)],
  ['a longer word than the limit', ['x'.repeat(CONSENT_WORD_LIMITS.characters + 1)]],
  ['a word of punctuation', ['?!']],
  ['an empty word', ['']],
  ['a word of two lines', ['stop\nit']],
])('a list with %s is refused', (_, list) => {
  expect(ConsentWordList.safeParse(list).success).toBe(false);
});
