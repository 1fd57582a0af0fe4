import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER_START_MS, openWindow, startBrowser } from '../support/browser.ts';
import { enterConsole, useLook } from '../support/console-walk.ts';
import { openPhone } from '../support/phone-pages.ts';
import { type System, startSystem } from '../support/system.ts';
import { drawCake } from './draw-cake.ts';
import { ensureEmojiFont } from './ensure-emoji-font.ts';
import { type Bakery, openBakery } from './open-bakery.ts';
import { OLIVIA, SARA } from './people.ts';

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

let system: System;
let browser: Browser;
let bakery: Bakery;

beforeAll(async () => {
  await ensureEmojiFont();
  [system, browser] = await Promise.all([startSystem('one-machine'), startBrowser()]);
  bakery = await openBakery(system, await drawCake(browser));
  await mkdir(SCREENS, { recursive: true });
}, BROWSER_START_MS);

afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

interface Look {
  email: string;
  language: 'en' | 'ar';
  theme: 'light' | 'dark';
  width: 1440 | 375;
}

/** Signs in with a look; the window closes at the end. */
async function withConsole({ email, language, theme, width }: Look, use: (page: Page) => Promise<void>): Promise<void> {
  const { context, page } = await openWindow(browser, { locale: 'en-GB' });
  try {
    await page.setViewportSize({ width, height: width === 375 ? 812 : 900 });
    await enterConsole(page, { origin: system.origin, email });
    await page.getByRole('navigation').first().waitFor();
    await useLook(page, { language, theme });
    await use(page);
  } finally {
    await context.close();
  }
}

async function draw(page: Page, name: string): Promise<void> {
  await page.locator('[role=status]:visible').first().waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('[...document.images].every(({ complete }) => complete)')).toBe(true);
  await page.evaluate('document.fonts.ready');
  await writeFile(`${SCREENS}${name}.png`, await page.screenshot({ animations: 'disabled' }));
}

const openScreen = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${system.origin}/console${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

const threadOf = (name: string): string => `/inbox?id=${bakery.conversations.get(name)}`;

test('the inbox, and the test phone beside it', async () => {
  await withConsole({ email: bakery.agent, language: 'en', theme: 'light', width: 1440 }, async (page) => {
    await openScreen(page, threadOf(OLIVIA));
    await page.getByRole('log').getByText('Happy 60th, Dad').waitFor();
    await draw(page, 'inbox-en-light-1440');
    const phone = await openPhone(page, 'wa', { account: bakery.tenant.phoneNumberId, person: '447700900321' });
    const thanks = 'Thank you, see you on Saturday!';
    await phone.getByRole('textbox', { name: 'Message' }).fill(thanks);
    await phone.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('log').first().getByText(thanks).waitFor();
    await phone.getByRole('log').getByText(thanks).waitFor();
    await draw(page, 'phone-beside-inbox-en-light-1440');
  });
  await withConsole({ email: bakery.agent, language: 'en', theme: 'dark', width: 1440 }, async (page) => {
    await openScreen(page, threadOf(OLIVIA));
    await page.getByRole('log').getByText('Happy 60th, Dad').waitFor();
    await draw(page, 'inbox-en-dark-1440');
  });
});

test('the inbox in Arabic on a phone', async () => {
  for (const theme of ['light', 'dark'] as const)
    await withConsole({ email: bakery.agent, language: 'ar', theme, width: 375 }, async (page) => {
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
  await withConsole({ email: bakery.owner, ...look }, async (page) => {
    for (const screen of OWNERS_SCREENS) {
      await openScreen(page, screen === 'home' ? '' : `/${screen}`);
      await draw(page, `${screen}-${look.language}-${look.theme}-${look.width}`);
    }
  });
  expect(OWNERS_SCREENS.length).toBeGreaterThan(0);
});
