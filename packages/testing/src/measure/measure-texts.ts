import { normalizeConsentWord } from '@parley/common/consent/consent-words';
import { isOneEmoji } from '@parley/common/text/emoji';
import { foldText } from '@parley/common/text/fold-text';
import { normalizeText } from '@parley/common/text/normalize-text';
import { hasWords, wordsOf } from '@parley/common/text/words-of';
import { worstTexts } from '../hostile/worst-texts.ts';
import { makeMeasure } from './measure-work.ts';

/*
 * Runs the computations of packages/common on the worst messages of the maximum length, and writes each with its work. This is the program of linear-texts.test.ts.
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
