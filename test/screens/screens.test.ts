import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ensureProgram } from '@parley/testing/ensure-program';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER_START_MS, openWindow, startBrowser } from '../support/browser.ts';
import { enterConsole, useLook } from '../support/console-walk.ts';
import { openPhone } from '../support/phone-pages.ts';
import { type System, startSystem } from '../support/system.ts';
import { type Bakery, openBakery } from './open-bakery.ts';
import { OLIVIA, SARA } from './people.ts';

// Draws docs/screens again: `npm run screens` (docs/tests.md#pictures).
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

/** A cake on a table: what a customer would photograph. */
const CAKE = `<body style="margin:0"><svg width="640" height="480" viewBox="0 0 640 480" xmlns="http://www.w3.org/2000/svg">
  <defs><linearGradient id="wall" x2="0" y2="1"><stop stop-color="#f6e7dc"/><stop offset="1" stop-color="#eccfc0"/></linearGradient></defs>
  <rect width="640" height="480" fill="url(#wall)"/><rect y="370" width="640" height="110" fill="#b98a6a"/>
  <ellipse cx="320" cy="392" rx="210" ry="26" fill="#f7f4f2"/>
  <rect x="160" y="270" width="320" height="116" rx="18" fill="#fff6f4"/><path d="M160 300q40 40 80 0t80 0 80 0 80 0v-14q0-16-18-16H178q-18 0-18 16z" fill="#e58fa3"/>
  <rect x="220" y="170" width="200" height="106" rx="16" fill="#fffaf8"/><path d="M220 198q25 32 50 0t50 0 50 0 50 0v-12q0-16-16-16H236q-16 0-16 16z" fill="#d9637d"/>
  <g fill="#c02345"><circle cx="262" cy="160" r="13"/><circle cx="300" cy="152" r="13"/><circle cx="340" cy="152" r="13"/><circle cx="378" cy="160" r="13"/></g>
  <g fill="#5d8a55"><path d="M256 150q6-16 16-12-2 12-16 12zM334 142q6-16 16-12-2 12-16 12z"/></g>
</svg></body>`;

let system: System;
let browser: Browser;
let bakery: Bakery;

beforeAll(async () => {
  // Messages have emoji, which Debian's default fonts lack.
  await ensureProgram({
    name: 'a font with emoji',
    checks: [['sh', '-c', 'fc-list | grep -q NotoColorEmoji']],
    packages: ['fontconfig', 'fonts-noto-color-emoji'],
  });
  [system, browser] = await Promise.all([startSystem('one-machine'), startBrowser()]);
  const { page, context } = await openWindow(browser);
  await page.setViewportSize({ width: 640, height: 480 });
  await page.setContent(CAKE);
  const photo = await page.screenshot();
  await context.close();
  bakery = await openBakery(system, photo);
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
  await page.waitForFunction('[...document.images].every(({ complete }) => complete)');
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
