import { directionOf, LANGUAGE_CODES } from '@parley/common/languages/languages';
import { expect, test } from 'vitest';
import { overflowOf, wideTextsOf } from '../support/browser/check-page.ts';
import { useLook, walkConsole } from '../support/console/console-walk.ts';
import { OWNERS_SCREENS } from '../support/console/walk-every-screen.ts';

// CONTRIBUTING.md#how-to-add-a-language
const WIDTH = 375;
const walk = walkConsole();

test.each(LANGUAGE_CODES)('the texts of every screen fit a phone in %s', async (language) => {
  const page = await walk.signIn();
  await page.setViewportSize({ width: WIDTH, height: 900 });
  await useLook(page, { language });
  const found: string[] = [];
  for (const path of OWNERS_SCREENS) {
    await page.goto(`${walk.system.origin}/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status').first().waitFor({ state: 'detached' });
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await page.locator('html').getAttribute('dir')).toBe(directionOf(language));
    if ((await overflowOf(page)) > 0) found.push(`${path} is wider than its window`);
    found.push(...(await wideTextsOf(page)).map((text) => `${path}: ${text}`));
  }
  expect(found).toEqual([]);
});
