import { existsSync } from 'node:fs';
import { installPackages } from '@parley/testing/programs/install-packages';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Without window UI, whose own pages use as much CPU as those of the tests. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE_BROWSER = '/usr/bin/chromium';
const INSTALL =
  'The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to its path.';
/** Time for a hook that may have to install the browser first. */
export const BROWSER_START_MS = 420_000;
const ACTION_TIMEOUT_MS = 45_000;

/**
 * Path of Chromium: CHROMIUM_PATH, else Debian's headless shell, which is installed on demand if the process is root,
 * else Chromium itself.
 */
export async function ensureChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH ${given} does not exist. ${INSTALL}`);
  if (given) return given;
  if (existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  try {
    await installPackages('chromium-headless-shell');
    return HEADLESS_SHELL;
  } catch (cause) {
    if (existsSync(WHOLE_BROWSER)) return WHOLE_BROWSER;
    throw new Error(INSTALL, { cause });
  }
}

/** A headless Chromium with a temporary profile and no background network traffic. */
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

/** A visitor's window, and its script, policy and console errors. */
export interface Visit {
  context: BrowserContext;
  page: Page;
  problems: string[];
}

/** Opens a new window of a phone's size, without cookies of other visits. */
export async function openWindow(
  browser: Browser,
  options: { locale?: string; ignoreHTTPSErrors?: boolean; hasTouch?: boolean } = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 375, height: 812 }, ...options });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // A browser requests every site's icon without being asked.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) problems.push(message.text());
  });
  return { context, page, problems };
}
