import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BROWSER_START_MS, openWindow } from '../support/browser/browser.ts';
import { browserTest } from '../support/browser/browser-fixtures.ts';
import { findAccessibilityProblems } from '../support/browser/check-page.ts';
import { chooseOption, chosenValue } from '../support/browser/choose-option.ts';
import { openChannelFixture } from '../support/channels/channel-fixture.ts';
import { CONFORMING_CHANNELS } from '../support/channels/conforming-channels.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { openDesk } from '../support/console/console-desk.ts';
import { conversations, enterInbox, enterInboxAsAgent, withFilters } from '../support/console/inbox-pages.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';

// An agent's work in the inbox (docs/reference/console.md#inbox).
const desk = openDesk();
let tenant: TestTenant;
let agent: string;

browserTest.beforeAll(async ({ system }) => {
  tenant = await makeTenant(system, { channels: ['wa', 'tg', 'fb', 'ig', 'tt', 'wd'] });
  agent = (await joinTenant(system, tenant.slug, 'agent')).email;
}, BROWSER_START_MS);

const openInbox = (page: Page, email = agent): Promise<void> => enterInbox(page, desk.system, email);

test('a customer’s message appears in the inbox, the answer reaches them once, and its ticks follow', async () => {
  const { page } = desk.visit;
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'Is it in stock?' });
  await openInbox(page);
  await conversations(page)
    .getByRole('link', { name: /Is it in stock/ })
    .click();
  const thread = page.getByRole('log');
  await thread.getByText('Is it in stock?').waitFor();
  await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, it is.');
  await page.keyboard.press('Control+Enter');
  await thread.getByText('Yes, it is.').waitFor();
  await thread.getByRole('img', { name: /Sent|Delivered|Read/ }).waitFor();
  await tenant.customerWrites(customer, { text: 'Thank you' });
  await thread.getByText('Thank you').waitFor();
  expect(await thread.getByText('Yes, it is.').count()).toBe(1);
});

test.each(CONFORMING_CHANNELS.map((channel) => [channel.code, channel] as const))(
  'on %s the answer reaches the customer once, with the ticks that the channel reports',
  async (_code, channel) => {
    const { page } = desk.visit;
    const fixture = await openChannelFixture(desk.system, channel);
    const person = channel.makePerson();
    await fixture.receive(person, { text: 'مرحبا 👋' });
    await enterInboxAsAgent(page, desk.system, fixture.tenant.slug);
    await conversations(page).getByRole('link', { name: /مرحبا/ }).click();
    await page.getByRole('textbox', { name: 'Answer' }).fill('At your service');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const last = { sent: 'Sent', delivered: 'Delivered', read: 'Read' }[channel.receipts.at(-1) ?? 'sent'];
    await page.getByRole('log').getByRole('img', { name: last }).waitFor();
    const accepted = await fixture.accepted(person);
    expect(accepted.map(({ text }) => text)).toEqual(['At your service']);
  },
);

test('an unconfirmed answer survives a reload, and a retry sends and charges it once', async () => {
  const { page } = desk.visit;
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'Are you open today?' });
  await openInbox(page);
  await conversations(page)
    .getByRole('link', { name: /Are you open today/ })
    .click();
  const before = (await tenant.get('status')).body.balance;
  // The message is sent, and its answer gets lost.
  await page.route('**/console/trpc/send-from-dashboard', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('textbox', { name: 'Answer' }).fill('Until ten.');
  await page.keyboard.press('Control+Enter');
  await page.getByText('The server does not answer').waitFor();
  // Before the network is back: this page would send it by itself then.
  await page.reload();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  desk.visit.problems.splice(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
  const { sends } = await desk.system.sandbox.calls({ channel: 'wa', to: `+${customer}` });
  expect(sends).toHaveLength(1);
  expect((await tenant.get('status')).body.balance).toBe(before - 1);
});

test('a refused message stays with its reason, and a retry sends and charges one', async () => {
  const { page } = desk.visit;
  const customer = uniqueDigits('16');
  await tenant.customerWrites(customer, { text: 'Can you deliver?' });
  await openInbox(page);
  await conversations(page)
    .getByRole('link', { name: /Can you deliver/ })
    .click();
  const before = (await tenant.get('status')).body.balance;
  await desk.system.sandbox.failNext({ provider: 'wa', mode: 'error', code: 131026, match: { to: customer } });
  await page.getByRole('textbox', { name: 'Answer' }).fill('Tomorrow.');
  await page.keyboard.press('Control+Enter');
  const thread = page.getByRole('log');
  await thread.getByText('Meta refused the message.').waitFor();
  // The browser reports the refusal.
  desk.visit.problems.splice(0);
  expect((await tenant.get('status')).body.balance).toBe(before);
  await thread.getByRole('button', { name: 'Try again' }).dblclick();
  await thread.getByRole('img', { name: /Sent|Delivered|Read/ }).waitFor();
  const { sends } = await desk.system.sandbox.calls({ channel: 'wa', to: `+${customer}` });
  expect(sends).toHaveLength(1);
  expect((await tenant.get('status')).body.balance).toBe(before - 1);
  // One of two concurrent tries may have found the other one still running.
  desk.visit.problems.splice(0);
});

test('drafts survive a reload, and the keyboard walks the list, resolves and answers', async () => {
  const { page } = desk.visit;
  const shop = await makeTenant(desk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'The first of two' });
  await shop.customerWrites(uniqueDigits('16'), { text: 'The second of two' });
  await enterInboxAsAgent(page, desk.system, shop.slug);
  await conversations(page)
    .getByRole('link', { name: /The second of two/ })
    .waitFor();
  await page.keyboard.press('j');
  await page.getByRole('log').getByText('The second of two').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('log').getByText('The first of two').waitFor();
  await page.keyboard.press('r');
  await page.keyboard.type('not yet sent');
  await page.reload();
  expect(await page.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('not yet sent');
  await conversations(page)
    .getByRole('link', { name: /The first of two/ })
    .waitFor();
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  await conversations(page)
    .getByRole('link', { name: /The first of two/ })
    .waitFor({ state: 'detached' });
});

/** Resolves once `j` was pressed: after the row is in the page, and before anything else runs. */
const PRESS_J_WITH_NEW_ROW = `new Promise((resolve) => {
  new MutationObserver((_changes, observer) => {
    if (!document.body.innerText.includes('Just arrived')) return;
    observer.disconnect();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
    resolve();
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
})`;

test('a key pressed as a new row appears acts on the list with that row', async () => {
  const { page } = desk.visit;
  const shop = await makeTenant(desk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'Was here before' });
  await enterInboxAsAgent(page, desk.system, shop.slug);
  await conversations(page)
    .getByRole('link', { name: /Was here before/ })
    .waitFor();
  const appears = page.evaluate(PRESS_J_WITH_NEW_ROW);
  await shop.customerWrites(uniqueDigits('16'), { text: 'Just arrived' });
  await appears;
  await page.getByRole('log').getByText('Just arrived').waitFor();
});

test('filters are saved as a view, found by keyboard and address, reordered and deleted; all members see a shared one', async () => {
  const { page } = desk.visit;
  const shop = await makeTenant(desk.system);
  const owner = await joinTenant(desk.system, shop.slug, 'owner');
  await shop.customerWrites(uniqueDigits('16'), { text: 'Nobody has read this' });
  await openInbox(page, owner.email);
  const save = async (name: string, isShared: boolean): Promise<void> => {
    await page.getByRole('button', { name: /^Views/ }).click();
    await page.getByRole('menuitem', { name: 'Save these filters' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    if (isShared) await page.getByLabel('For everybody of the workspace').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: `Views: ${name}` }).waitFor();
  };
  await withFilters(page, (filters) => chooseOption(filters, 'State', 'archived'));
  await page.getByText('No matching conversations').waitFor();
  await save('Old ones <b>', true);
  await withFilters(page, (filters) => chooseOption(filters, 'State', 'open'));
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
  await page.getByLabel('Name or number').fill('16');
  await withFilters(page, (filters) => filters.getByLabel('Only unread').check());
  await save('غير مقروءة', false);
  // Ctrl-K finds a view by a part of its name, and opens its address.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to or do' }).fill('old ones');
  await page.getByRole('option', { name: /Old ones <b>/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('No matching conversations').waitFor();
  expect(await withFilters(page, (filters) => chosenValue(filters, 'State'))).toBe('archived');
  expect(await page.getByLabel('Name or number').inputValue()).toBe('');
  const address = page.url();
  // Arrow keys that are pressed before the menu has the focus move nothing.
  await page.keyboard.press('v');
  await page.getByRole('menuitem', { name: 'غير مقروءة' }).waitFor();
  await expect.poll(() => page.evaluate<string>('document.activeElement.innerText')).toMatch(/^Everything open/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Views: غير مقروءة' }).waitFor();
  expect(await page.getByLabel('Name or number').inputValue()).toBe('16');
  // An opened conversation stays in the view, even after a reload.
  await conversations(page)
    .getByRole('link', { name: /Nobody has read this/ })
    .waitFor();
  await page.keyboard.press('j');
  await page.getByRole('log').getByText('Nobody has read this').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Views: غير مقروءة' }).waitFor();
  await page.keyboard.press('v');
  await page.getByRole('menuitem', { name: 'Arrange views' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved views' });
  await dialog.getByRole('button', { name: /More for .*غير مقروءة/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await dialog.getByLabel('Name').fill('جديدة');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByRole('button', { name: /More for .*جديدة/ }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: /More for .*جديدة/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText('جديدة').waitFor({ state: 'detached' });
  await dialog.getByText('Old ones <b>').waitFor();
  // Another member can open the address of the shared view, but not change it.
  const other = await openWindow(desk.browser, { locale: 'en-GB' });
  await other.page.setViewportSize({ width: 1440, height: 900 });
  await enterInboxAsAgent(other.page, desk.system, shop.slug);
  await other.page.goto(address);
  await other.page.getByRole('button', { name: 'Views: Old ones <b>' }).click();
  await other.page.getByRole('menuitem', { name: 'Save these filters' }).waitFor();
  expect(await other.page.getByRole('menuitem', { name: 'Arrange views' }).count()).toBe(0);
  await other.page.goto(address.replace(/viw_\w+/, 'viw_0123456789'));
  await other.page.getByText('This view was deleted, or it is not yours.').waitFor();
  expect(other.problems).toEqual([]);
  await other.context.close();
});
