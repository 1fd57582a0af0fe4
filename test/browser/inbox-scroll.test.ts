import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDesk } from '../support/console/console-desk.ts';
import { conversations, enterInboxAsAgent } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// The cost of a scroll in the list, in elements: `npm run bench -- console` measures how long it takes.
const PEOPLE = 40;
const ROW_PX = 64;
/** Rows that are rendered below the visible ones. */
const OVERSCAN = 6;
const STEPS = 5;
const desk = openDesk();

interface TraceEvent {
  name: string;
  args: { elementCount?: number };
}

/** The most elements that one change of the page gave a style to, while `act` ran. */
async function countRestyled(page: Page, act: () => Promise<void>): Promise<number> {
  await desk.browser.startTracing(page, { categories: ['devtools.timeline'] });
  await act();
  const trace = await desk.browser.stopTracing();
  // safe: Chromium's own format
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const restyles = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree');
  return Math.max(...restyles.map(({ args }) => args.elementCount ?? 0));
}

test('a row that is scrolled into the list restyles no other row', async () => {
  const shop = await makeTenant(desk.system);
  for (let n = 0; n < PEOPLE; n++) await shop.customerWrites(uniqueDigits('16'), { text: `Visitor ${n}` });
  const { page } = desk.visit;
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterInboxAsAgent(page, desk.system, shop.slug);
  const list = conversations(page);
  await list.getByRole('link', { name: new RegExp(`Visitor ${PEOPLE - 1}`) }).waitFor();
  await list.hover();
  const lastRow = async (): Promise<number> =>
    Number(await list.getByRole('listitem').last().getAttribute('aria-posinset'));
  // Rows beyond the visible ones are rendered later than those.
  const first = Math.ceil((await list.evaluate(({ clientHeight }) => clientHeight)) / ROW_PX) + OVERSCAN;
  await expect.poll(lastRow).toBe(first);
  const elements = await list.evaluate((section) => section.querySelectorAll('*').length);
  const restyled = await countRestyled(page, async () => {
    for (let row = 1; row <= STEPS; row++) {
      await page.mouse.wheel(0, ROW_PX);
      await expect.poll(lastRow).toBe(first + row);
    }
  });
  expect(restyled).toBeGreaterThan(0);
  expect(restyled).toBeLessThan(elements / 2);
});
