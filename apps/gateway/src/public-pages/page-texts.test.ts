import { LANGUAGE_CODES } from '@parley/common/languages/languages';
import { findCatalogueProblems } from '@parley/testing/languages/catalogue-problems';
import { expect, test } from 'vitest';
import { PAGE_TEXTS } from './page-texts.ts';

test.each(LANGUAGE_CODES)('pages for people without an account say in %s all that they say in English', (language) => {
  const given = { language, catalogue: PAGE_TEXTS[language], english: PAGE_TEXTS.en };
  expect(findCatalogueProblems(given)).toEqual([]);
});
