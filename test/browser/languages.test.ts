import { LANGUAGE_CODES } from '@parley/common/languages/languages';
import { expect, test } from 'vitest';
import { walkConsole } from '../support/console/console-walk.ts';

const walk = walkConsole();

/** The languages whose texts the page has asked for since it was opened. */
const LOADED = `[...new Set(performance.getEntriesByType('resource')
  .flatMap(({ name }) => /assets\\/texts-[^/]+\\/([^/]+)\\//.exec(name)?.[1] ?? []))].sort()`;

// docs/reference/console.md#pages
test('a page loads the texts of its language alone, and of another one when it is chosen, without a reload', async () => {
  const page = await walk.signIn();
  await walk.open('/account');
  expect(await page.evaluate(LOADED)).toEqual(['en']);
  await page.evaluate('globalThis.isSamePage = true');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await expect.poll(() => page.getByRole('option').count()).toBe(LANGUAGE_CODES.length);
  await page.getByRole('option', { name: 'العربية' }).click();
  await page.getByRole('heading', { name: 'حسابك', level: 1 }).waitFor();
  expect(await page.evaluate(LOADED)).toEqual(['ar', 'en']);
  expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
});

test('a choice without a connection to the texts changes nothing, and works again later', async () => {
  const { page } = walk.visit;
  await page.goto(`${walk.system.origin}/console/sign-in`);
  await page.getByLabel('Password').fill('typed before');
  const isOfArabic = /assets\/texts-[^/]+\/ar\//;
  await page.route(isOfArabic, (route) => route.abort());
  await page.getByRole('button', { name: 'العربية' }).click();
  // The page has the strings of the frame and of the door.
  await expect.poll(() => walk.visit.problems.length).toBe(2);
  walk.visit.problems.splice(0);
  await page.unroute(isOfArabic);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ar');
  expect(await page.locator('input[type=password]').inputValue()).toBe('typed before');
});
