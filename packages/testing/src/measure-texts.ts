import { normalizeConsentWord } from '@parley/common/consent-words';
import { isOneEmoji } from '@parley/common/emoji';
import { foldText } from '@parley/common/fold-text';
import { normalizeText } from '@parley/common/normalize-text';
import { hasWords, wordsOf } from '@parley/common/words-of';
import { makeMeasure } from './measure-work.ts';
import { worstTexts } from './worst-texts.ts';

/*
 * Runs what packages/common computes from a stranger's message on the worst ones of the longest length. Writes each with
 * its work: the program of linear-texts.test.ts.
 */

/** UTF-16 units of the longest message. */
const LONGEST = 65_536;

const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  foldText,
  wordsOf,
  normalizeConsentWord,
  isOneEmoji,
  hasWords: (text) => hasWords(text, ['a']),
  normalizeText: (text) => normalizeText(text, 'NFC'),
};

const measure = makeMeasure();
for (const [name, compute] of Object.entries(FUNCTIONS))
  for (const { what, value } of worstTexts(LONGEST))
    console.log(JSON.stringify({ place: name, what, work: measure(() => compute(value)) }));
