import { readFile } from 'node:fs/promises';
import { LANGUAGES } from '@parley/common/languages/languages';
import { renderConnectPage } from '@parley/gateway/connect-page/render-connect-page';
import { renderPairPage } from '@parley/gateway/pair-page/render-pair-page';
import { renderRecipientPage } from '@parley/gateway/recipient-page/render-recipient-page';
import type { Browser } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { BROWSER_START_MS, openWindow, type Visit } from '../support/browser/browser.ts';
import { browserTest } from '../support/browser/browser-fixtures.ts';

// Pages for people without an account on a phone, in every language (docs/reference/sessions.md#hosted-page). Every
// part of a page is shown at once: the longest text of each language has to fit.
const ADDRESS = 'https://parley.example/page';
const STYLE = new URL('../../apps/gateway/assets/pair-page.css', import.meta.url);
const NO_SPACE = 'x'.repeat(80);

let browser: Browser;
let visit: Visit | undefined;
browserTest.beforeAll(({ browser: shared }) => {
  browser = shared;
}, BROWSER_START_MS);
afterEach(() => visit?.context.close());

type Language = (typeof LANGUAGES)[number]['code'];
const link = { isDone: false, address: `ann@${NO_SPACE}.example`, kinds: ['webhook_failing', 'mention', 'low_credit'] };
const connect = (language: Language, channel: 'fb' | 'ig' | 'tt', isCookieMissing: boolean): string =>
  renderConnectPage({
    ...{ channel, language, isCookieMissing, tenantName: NO_SPACE, returnHost: `${NO_SPACE}.example` },
    ...{ path: '', proof: 'p' },
  });

const PAGES: Readonly<Record<string, (language: Language) => string>> = {
  pairing: (language) =>
    renderPairPage(
      { stage: 'open', status: 'created', reason: null, since: '', label: NO_SPACE },
      language,
      'unavailable',
    ),
  'pairing that needs a passkey': (language) =>
    renderPairPage(
      { stage: 'over', status: 'failed', reason: 'passkey_required', since: '', label: NO_SPACE },
      language,
      'offered',
    ),
  'Facebook link': (language) => connect(language, 'fb', true),
  'Instagram link': (language) => connect(language, 'ig', false),
  'TikTok link': (language) => connect(language, 'tt', false),
  confirmation: (language) => renderRecipientPage('confirm', { ...link, language }, language),
  'end of mails': (language) => renderRecipientPage('off', { ...link, language }, language),
  'ended mails': (language) => renderRecipientPage('off', { ...link, language, isDone: true }, language),
};

/** Shows a page from its address, as the gateway would send it; `?lang=` chooses its language. */
async function show(render: (language: Language) => string, language: Language) {
  visit = await openWindow(browser);
  const { page } = visit;
  const style = await readFile(STYLE, 'utf8');
  await page.route('**/*', (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    if (pathname === '/pair/page.css') return route.fulfill({ contentType: 'text/css', body: style });
    if (pathname !== '/page') return route.abort();
    const chosen = LANGUAGES.find(({ code }) => code === searchParams.get('lang'))?.code ?? language;
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: render(chosen) });
  });
  await page.goto(ADDRESS, { waitUntil: 'load' });
  return page;
}

/** Evaluated in the window: shows the parts of all states, and reads the direction and size of the page. */
const SHAPE = `(() => {
  for (const hidden of document.querySelectorAll('[hidden]')) hidden.hidden = false;
  const root = document.documentElement;
  return {
    lang: root.lang,
    direction: getComputedStyle(document.querySelector('h1')).direction,
    overflow: Math.max(0, root.scrollWidth - root.clientWidth),
    width: root.clientWidth,
  };
})()`;

describe.each(LANGUAGES)('in $code', ({ code, direction }) => {
  test.each(Object.entries(PAGES))('the page for %s fits a phone, and reads in its direction', async (_, render) => {
    const page = await show(render, code);
    expect(await page.evaluate(SHAPE)).toEqual({ lang: code, direction, overflow: 0, width: 375 });
  });

  test('the first keys reach the page in each other language, by its own name', async () => {
    const render = PAGES.confirmation ?? expect.fail();
    for (const [nth, other] of LANGUAGES.filter((one) => one.code !== code).entries()) {
      const page = await show(render, code);
      for (let pressed = 0; pressed <= nth; pressed++) await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe(other.name);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${ADDRESS}?lang=${other.code}`);
      expect(await page.locator('html').getAttribute('lang')).toBe(other.code);
      await visit?.context.close();
    }
  });
});
