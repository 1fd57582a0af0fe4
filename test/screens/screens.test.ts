import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OLIVIA, SARA } from '../../apps/parley/src/public-demo/bakery-customers.ts';
import { openWindow } from '../support/browser/browser.ts';
import { enterConsole, useLook } from '../support/console/console-walk.ts';
import { openPhone } from '../support/console/phone-pages.ts';
import { useBakery } from './use-bakery.ts';

// Draws docs/screens again: `npm run screens` (CONTRIBUTING.md#browser-tests).
const SCREENS = fileURLToPath(new URL('../../docs/screens/', import.meta.url));

const OWNERS_SCREENS = [
  'home',
  'comments',
  'channels',
  'templates',
  'keys',
  'webhooks',
  'bots',
  'requests',
  'usage',
  'credit',
  'members',
  'notifications',
  'audit',
];

const desk = useBakery();

interface Look {
  email: string;
  language: 'en' | 'ar';
  theme: 'light' | 'dark';
  width: 1440 | 375;
}

/** Signs in with a look; the window closes at the end. */
async function withConsole({ email, language, theme, width }: Look, use: (page: Page) => Promise<void>): Promise<void> {
  const { context, page } = await openWindow(desk.browser, { locale: 'en-GB', hasTouch: width === 375 });
  try {
    await page.setViewportSize({ width, height: width === 375 ? 812 : 900 });
    await enterConsole(page, { origin: desk.system.origin, email });
    await page.getByRole('navigation').first().waitFor();
    await useLook(page, { language, theme });
    await use(page);
  } finally {
    await context.close();
  }
}

async function draw(page: Page, name: string): Promise<void> {
  await page.locator('[role=status]:visible').first().waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /mention|إشار/i })
    .first()
    .waitFor();
  await expect.poll(() => page.evaluate('[...document.images].every(({ complete }) => complete)')).toBe(true);
  await page.evaluate('document.fonts.ready');
  await writeFile(`${SCREENS}${name}.png`, await page.screenshot({ animations: 'disabled' }));
}

const openScreen = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${desk.system.origin}/console${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

const threadOf = (name: string): string => `/inbox?id=${desk.bakery.conversations.get(name)}`;

test('the inbox alone, and with the test phone beside it', async () => {
  await withConsole({ email: desk.bakery.agent, language: 'en', theme: 'light', width: 1440 }, async (page) => {
    await openScreen(page, threadOf(OLIVIA));
    await page.getByRole('log').getByText('Happy 60th, Dad').waitFor();
    await draw(page, 'inbox-en-light-1440');
    const phone = await openPhone(page, 'wa', { account: desk.bakery.tenant.phoneNumberId, person: '447700900321' });
    const thanks = 'Thank you, see you on Saturday!';
    await phone.getByRole('textbox', { name: 'Message' }).fill(thanks);
    await phone.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('log').first().getByText(thanks).waitFor();
    await phone.getByRole('log').getByText(thanks).waitFor();
    await draw(page, 'phone-beside-inbox-en-light-1440');
  });
  await withConsole({ email: desk.bakery.agent, language: 'en', theme: 'dark', width: 1440 }, async (page) => {
    await openScreen(page, threadOf(OLIVIA));
    await page.getByRole('log').getByText('Happy 60th, Dad').waitFor();
    await draw(page, 'inbox-en-dark-1440');
  });
});

test('the inbox in Arabic on a phone', async () => {
  for (const theme of ['light', 'dark'] as const)
    await withConsole({ email: desk.bakery.agent, language: 'ar', theme, width: 375 }, async (page) => {
      await openScreen(page, '/inbox');
      await draw(page, `inbox-ar-${theme}-375`);
      await openScreen(page, threadOf(SARA));
      await page.getByRole('log').getByText('جود').waitFor();
      await draw(page, `thread-ar-${theme}-375`);
    });
});

test.each([
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'ar', theme: 'dark', width: 375 },
] as const)('every screen of the owner in $language, $theme', async (look) => {
  await withConsole({ email: desk.bakery.owner, ...look }, async (page) => {
    for (const screen of OWNERS_SCREENS) {
      await openScreen(page, screen === 'home' ? '' : `/${screen}`);
      await draw(page, `${screen}-${look.language}-${look.theme}-${look.width}`);
    }
  });
  expect(OWNERS_SCREENS.length).toBeGreaterThan(0);
});
