import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chooseOption, chosenValue } from '../support/browser/choose-option.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { conversations, enterInboxAsAgent, withFilters } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Names, scroll position and filters in the inbox (docs/reference/console.md#inbox).
const walk = walkConsole();

async function openInbox(slug: string): Promise<Page> {
  const { page } = walk.visit;
  await enterInboxAsAgent(page, walk.system, slug);
  return page;
}

test('an answer shows its sender in the list and in the thread: a colleague, the reader, or the API', async () => {
  const shop = await makeTenant(walk.system);
  const [first, second, third] = [uniqueDigits('16'), uniqueDigits('16'), uniqueDigits('16')];
  for (const [person, text] of [
    [first, 'To a colleague'],
    [second, 'To the reader'],
    [third, 'To the API'],
  ] as const)
    await shop.customerWrites(person, { text });
  const { browser: colleague } = await joinTenant(walk.system, shop.slug, 'owner');
  const { items } = await colleague.call('list-conversations', { limit: 10 });
  const ofFirst = items.find(({ last_message: last }) => last?.text === 'To a colleague');
  await colleague.call('send-from-dashboard', { id: ofFirst?.id ?? 0, message: 'From a colleague' });
  await shop.post('send', { channel: 'wa', to: `+${third}`, message: 'From a program' });
  const page = await openInbox(shop.slug);
  await conversations(page)
    .getByText(/The owner.*: .*From a colleague/)
    .click();
  await page.getByRole('log').getByText('The owner', { exact: true }).waitFor();
  await conversations(page)
    .getByText(/API.*: .*From a program/)
    .waitFor();
  await conversations(page).getByText('To the reader').click();
  await page.getByRole('log').getByText('To the reader').waitFor();
  await page.keyboard.press('r');
  await page.keyboard.type('From me');
  await page.keyboard.press('Control+Enter');
  await conversations(page)
    .getByText(/You.*: .*From me/)
    .waitFor();
});

/** The distance of a thread's scroll position from its end, in pixels. */
const distanceToEnd = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const { scrollHeight, scrollTop, clientHeight } = document.querySelector('[role="log"]');
    return Math.round(scrollHeight - scrollTop - clientHeight);
  })()`);

test('a thread opens at its end, and stays there when messages arrive and when its space shrinks', async () => {
  const shop = await makeTenant(walk.system);
  const customer = uniqueDigits('16');
  for (let n = 0; n < 30; n++) await shop.customerWrites(customer, { text: `Line ${n}\n`.repeat((n % 5) + 1).trim() });
  const page = await openInbox(shop.slug);
  await conversations(page).getByRole('link').first().click();
  const log = page.getByRole('log');
  await log.getByText('Line 29').first().waitFor();
  await expect.poll(() => distanceToEnd(page)).toBe(0);
  await shop.customerWrites(customer, { text: 'One more\nof two lines' });
  await log.getByText('One more').waitFor();
  await expect.poll(() => distanceToEnd(page)).toBe(0);
  await page.setViewportSize({ width: 1000, height: 600 });
  await expect.poll(() => distanceToEnd(page)).toBe(0);
});

test('finds a person without the accents of their name, and with accents that it does not have', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'One', name: 'María García' });
  await shop.customerWrites(uniqueDigits('16'), { text: 'Two', name: 'Jose Garcia' });
  await shop.customerWrites(uniqueDigits('16'), { text: 'Three', name: 'Somebody Else' });
  const page = await openInbox(shop.slug);
  await conversations(page).getByText('Somebody Else').waitFor();
  for (const typed of ['garcia', 'garcía']) {
    await page.getByRole('searchbox').fill(typed);
    await conversations(page).getByText('Somebody Else').waitFor({ state: 'detached' });
    await conversations(page).getByText('María García').waitFor();
    await conversations(page).getByText('Jose Garcia').waitFor();
    await page.getByRole('searchbox').fill('');
    await conversations(page).getByText('Somebody Else').waitFor();
  }
});

test('filters are part of the address: a link, a reload and Back from another screen show the same', async () => {
  const page = await openInbox(walk.tenant.slug);
  await withFilters(page, async (filters) => {
    await chooseOption(filters, 'State', 'archived');
    await filters.getByLabel('Only unread').check();
  });
  await page.waitForURL(/status=archived/);
  await page.waitForURL(/unread=true/);
  const address = page.url();
  await page.reload();
  expect(await withFilters(page, (filters) => chosenValue(filters, 'State'))).toBe('archived');
  const other = await walk.visit.context.newPage();
  await other.setViewportSize({ width: 1440, height: 900 });
  await other.goto(address);
  await withFilters(other, async (filters) => {
    expect(await filters.getByLabel('Only unread').isChecked()).toBe(true);
    expect(await chosenValue(filters, 'State')).toBe('archived');
  });
  await other.close();
  await walk.goTo('Comments');
  await walk.goTo('Inbox');
  await page.waitForURL(/status=archived/);
  await withFilters(page, (filters) => chooseOption(filters, 'State', ''));
  await page.waitForURL(/status=all/);
});

test('chips filter with one tap and count, and rows are 64 or 44 px high, so that eleven fit on 900 px', async () => {
  const shop = await makeTenant(walk.system);
  for (let n = 0; n < 14; n++) await shop.customerWrites(uniqueDigits('16'), { text: `Chip ${n}` });
  const page = await openInbox(shop.slug);
  const rows = conversations(page).getByRole('listitem');
  await page.getByRole('button', { name: 'Unread 14', exact: true }).waitFor();
  const heightOf = async (): Promise<number> => (await rows.first().boundingBox())?.height ?? 0;
  expect(await heightOf()).toBe(64);
  const { y = 0, height = 0 } = (await rows.nth(10).boundingBox()) ?? {};
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThanOrEqual(900);
  await rows.first().getByRole('link').click();
  await page.getByRole('button', { name: 'Unread 13', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(13);
  await page.getByRole('button', { name: /^Mine/ }).click();
  await page.getByText('No matching conversations').waitFor();
  await page.getByRole('button', { name: /^Open/ }).click();
  await withFilters(page, (filters) => filters.getByLabel('Compact rows').check());
  await expect.poll(heightOf).toBe(44);
});

test('a row says when its window closes only in the last four hours', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'Are you there?' });
  const { page } = walk.visit;
  await page.clock.install();
  await enterInboxAsAgent(page, walk.system, shop.slug);
  const row = conversations(page).getByRole('link', { name: /Are you there/ });
  await row.waitFor();
  const clock = row.getByText(/^Reply window closes/);
  await page.clock.fastForward('19:00:00');
  expect(await clock.count()).toBe(0);
  await page.clock.fastForward('02:00:00');
  await clock.waitFor();
});

test('the filters of other screens are part of their addresses too', async () => {
  const page = await walk.signIn();
  await walk.open(`/webhooks?status=failed&key=${walk.tenant.instanceId}`);
  expect(await chosenValue(page, 'State')).toBe('failed');
  await expect.poll(() => chosenValue(page, 'Key')).toBe(walk.tenant.instanceId);
  await chooseOption(page, 'State', 'pending');
  await page.waitForURL(/status=pending/);
  await walk.open('/audit');
  await chooseOption(page, 'What', 'create-key');
  await page.waitForURL(/action=create-key/);
  expect(await chosenValue(page, 'What')).toBe('create-key');
});
