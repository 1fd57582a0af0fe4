import { LANGUAGE_CODES } from '@parley/common/languages/languages';
import { type Choices, countTexts, findCatalogueProblems } from '@parley/testing/languages/catalogue-problems';
import { expect, test } from 'vitest';
import { TEXTS } from './texts.rules.ts';

/** Values that choose between strings; any other value of a fact is shown as it is. */
const CHOICES: Choices = {
  'kinds.mention.line': [{ by: '' }, { by: 'Amal' }],
  'kinds.webhook_failing.line': ['breaker', 'gone', 'failing'].map((reason) => ({ reason })),
  'kinds.bot_stopped.line': ['key_refused', 'out_of_money', 'no_key', 'no_credit', 'cap_reached', 'loop'].map(
    (reason) => ({ reason }),
  ),
  'kinds.channel_ends_soon.line': [{ cause: 'token' }, { cause: 'app' }],
  'kinds.disk_or_queue_growing.line': [{ what: 'disk' }, { what: 'queue' }],
};

test.each(LANGUAGE_CODES)('mails, SMS and pushes say in %s all that they say in English', (language) => {
  expect(findCatalogueProblems({ language, catalogue: TEXTS[language], english: TEXTS.en }, CHOICES)).toEqual([]);
  expect(countTexts(TEXTS[language], CHOICES)).toBeGreaterThanOrEqual(countTexts(TEXTS.en, CHOICES));
});
