import { expect, test } from 'vitest';
import { readConsentWord } from './consent.rules.ts';

const OWN = JSON.stringify({ stop: ['Basta', 'لا تراسلني'], start: null });

test.each<[string, string | null, boolean | null]>([
  ['STOP', null, true],
  ['  unsubscribe. ', null, true],
  ['إيقاف', null, true],
  ['ايقاف!', null, true],
  ['Start', null, false],
  ['ابدأ', null, false],
  ['Please stop', null, null],
  ['stop it', null, null],
  ['', null, null],
  ['…', null, null],
  [`stop${' '.repeat(200)}`, null, null],
  ['basta!', OWN, true],
  ['لا تُراسلني', OWN, true],
  ['stop', OWN, null],
  ['start', OWN, false],
  // Most messages are decided by their first letter, which is compared in every spelling.
  ['\u200f"ｓｔｏｐ"', null, null],
  ['\u200fｓｔｏｐ', null, true],
  ['ـإيقاف', null, true],
  ['e\u0301cho', JSON.stringify({ stop: ['Écho'], start: [] }), true],
  ['ﬁn', JSON.stringify({ stop: ['fin'], start: [] }), true],
  ['🛑', JSON.stringify({ stop: ['🛑'], start: [] }), true],
  ['#Stop', JSON.stringify({ stop: ['#stop'], start: [] }), true],
])('%j with the words %j is %j', (text, words, optsOut) => {
  expect(readConsentWord(text, words)).toBe(optsOut);
});
