import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER_START_MS, openWindow } from '../support/browser/browser.ts';
import { browserTest } from '../support/browser/browser-fixtures.ts';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { useLook } from '../support/console/console-walk.ts';

// The pages of the console's components, which exist only in development (docs/reference/console.md#pages).
const CONFIGURATION = fileURLToPath(new URL('../../apps/console/vite.config.ts', import.meta.url));
/** Each language and each theme once. */
const LOOKS = [
  ['en', 'light'],
  ['ar', 'dark'],
] as const;

let browser: Browser;
let server: ViteDevServer;
let cacheDir: string;
browserTest.beforeAll(({ browser: shared }) => {
  browser = shared;
}, BROWSER_START_MS);
beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'parley-stories-'));
  server = await createServer({
    configFile: CONFIGURATION,
    cacheDir,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, strictPort: false },
  });
  await server.listen();
});
afterAll(async () => {
  await server?.close();
  await rm(cacheDir, { recursive: true, force: true });
});

test('each component has a page in development, without axe problems in both languages and themes', {
  timeout: 300_000,
}, async () => {
  const { page, context, problems } = await openWindow(browser, { locale: 'en-GB' });
  // A colour in transition has a contrast of its own.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.resolvedUrls?.local[0]}dev/ui`);
  await page.getByRole('link', { name: 'Button', exact: true }).waitFor();
  const names = await page.getByRole('listitem').allTextContents();
  const found: string[] = [];
  for (const [language, theme] of LOOKS) {
    await useLook(page, { language, theme });
    for (const name of names) {
      await page.getByRole('link', { name, exact: true }).click();
      // An open dialog hides the page's own heading.
      await page
        .getByRole('heading', { name, level: 1, exact: true, includeHidden: true })
        .waitFor({ state: 'attached' });
      if ((await overflowOf(page)) > 0) found.push(`${name} is wider than a phone`);
      // An open menu is outside the landmarks of its page.
      const seen = await findAccessibilityProblems(page, ['region']);
      found.push(...seen.map((problem) => `${name} in ${language}, ${theme}: ${problem}`));
      await page.goBack();
    }
  }
  expect(found).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
