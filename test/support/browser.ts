import { existsSync } from 'node:fs';
import { installPackage } from '@parley/testing/install-package';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const DEFAULT_PATH = '/usr/bin/chromium';
const INSTALL =
  'The browser tests need Chromium: install it (Debian: apt-get install chromium), or say in CHROMIUM_PATH where it is.';
/** Time for a hook that may have to install the browser first. */
export const BROWSER_START_MS = 420_000;
const ACTION_TIMEOUT_MS = 20_000;

/** Path of a Chromium: CHROMIUM_PATH, else Debian's, which is installed now when root. */
export async function ensureChromium(): Promise<string> {
  const path = process.env.CHROMIUM_PATH || DEFAULT_PATH;
  if (existsSync(path)) return path;
  if (process.env.CHROMIUM_PATH) throw new Error(`There is no CHROMIUM_PATH ${path}. ${INSTALL}`);
  try {
    await installPackage('chromium');
  } catch (cause) {
    throw new Error(INSTALL, { cause });
  }
  if (!existsSync(path)) throw new Error(INSTALL);
  return path;
}

/** A headless Chromium with a profile of its own, thrown away when it closes; nothing in it calls home. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = await ensureChromium();
  // Chromium's own sandbox does not work for root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      ...asRoot,
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A visitor's window, and what went wrong in it: errors of scripts, of policies, and of the console. */
export interface Visit {
  context: BrowserContext;
  page: Page;
  problems: string[];
}

/** Opens a window of its own, as large as a phone, with no cookie of another visit. */
export async function openWindow(
  browser: Browser,
  options: { locale?: string; ignoreHTTPSErrors?: boolean } = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 375, height: 812 }, ...options });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // A browser asks every site for its icon, on its own.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) problems.push(message.text());
  });
  return { context, page, problems };
}
