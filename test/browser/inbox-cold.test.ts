import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdRequests } from '../support/browser/hold-requests.ts';
import { openDesk } from '../support/console/console-desk.ts';
import { enterInboxAsAgent } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Requests of a first visit of the inbox: docs/reference/console.md#pages.
const REQUESTS_MAX = 25;
const desk = openDesk();

/** Keeps the requests that the page has made, and how it looks, when it first shows a conversation. */
const WATCH = `
const look = () => {
  const { dir, dataset } = document.documentElement;
  if (document.querySelector('li[aria-posinset]'))
    globalThis.first = {
      requests: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
      dir,
      theme: dataset.theme,
    };
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
`;

interface First {
  requests: string[];
  dir: string;
  theme: string;
}

/** A window with the session of an agent and no file of the console, for a workspace with one conversation. */
async function openCold(look: Pick<BrowserContextOptions, 'locale' | 'colorScheme'> = { locale: 'en-GB' }) {
  const shop = await makeTenant(desk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'One visitor' });
  await enterInboxAsAgent(desk.visit.page, desk.system, shop.slug);
  const { cookies } = await desk.visit.context.storageState();
  const context = await desk.browser.newContext({
    storageState: { cookies, origins: [] },
    viewport: { width: 1440, height: 900 },
    ...look,
  });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  return {
    page,
    row: page.getByRole('link', { name: /One visitor/ }),
    go: () => page.goto(`${desk.system.origin}/console/inbox`),
    first: (): Promise<First> => page.evaluate('first'),
    close: () => context.close(),
  };
}

test(`the inbox shows its first list without a cache after at most ${REQUESTS_MAX} requests`, async () => {
  const { row, go, first, close } = await openCold();
  try {
    await go();
    await row.waitFor();
    const { requests } = await first();
    expect(requests).toContain('/console/trpc/list-conversations');
    // The page itself is not among its resources.
    expect(requests.length + 1).toBeLessThanOrEqual(REQUESTS_MAX);
  } finally {
    await close();
  }
});

test('the frame of the inbox does not wait for its list, nor the list for more than the session', async () => {
  const { page, row, go, close } = await openCold();
  try {
    const [answerSession, answerList, answerViews] = await Promise.all([
      holdRequests(page, '**/trpc/me?*'),
      holdRequests(page, '**/trpc/list-conversations?*'),
      holdRequests(page, '**/trpc/list-views?*'),
    ]);
    await go();
    await page.getByRole('status').getByText('Loading').waitFor();
    answerSession();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    expect(await row.count()).toBe(0);
    answerList();
    await row.waitFor();
    answerViews();
  } finally {
    await close();
  }
});

test('a page has its direction and its theme from its first frame on', async () => {
  const { row, go, first, close } = await openCold({ locale: 'ar-EG', colorScheme: 'dark' });
  try {
    await go();
    await row.waitFor();
    expect(await first()).toMatchObject({ dir: 'rtl', theme: 'dark' });
  } finally {
    await close();
  }
});
