import { expect, test } from 'vitest';
import { makeTenant, uniqueDigits } from '../support/client.ts';
import { openDesk } from '../support/console-desk.ts';
import { conversations, enterInboxAsAgent } from '../support/inbox-pages.ts';

// What a first visit of the inbox loads: docs/reference/console.md#pages.
const REQUESTS_MAX = 25;
const desk = openDesk();

test(`the inbox shows its first list without a cache after at most ${REQUESTS_MAX} requests`, async () => {
  const shop = await makeTenant(desk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'One visitor' });
  await enterInboxAsAgent(desk.visit.page, desk.system, shop.slug);
  // Has the session, but no file of the console.
  const cold = await desk.browser.newContext({
    storageState: await desk.visit.context.storageState(),
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  });
  try {
    const page = await cold.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${desk.system.origin}/console/inbox`);
    await conversations(page)
      .getByRole('link', { name: /One visitor/ })
      .waitFor();
    const needed = asked.slice(0, asked.indexOf('/console/trpc/list-conversations') + 1);
    expect(needed).toContain('/console/trpc/list-conversations');
    expect(needed.length).toBeLessThanOrEqual(REQUESTS_MAX);
  } finally {
    await cold.close();
  }
});
