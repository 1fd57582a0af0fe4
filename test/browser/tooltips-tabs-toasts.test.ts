import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdRequests } from '../support/browser/hold-requests.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole } from '../support/console/console-walk.ts';
import { enterInbox } from '../support/console/inbox-pages.ts';

// Tooltips and toasts of the console (docs/reference/console.md#pages), with a pointer and by keyboard.
const walk = walkConsole();

const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate('document.activeElement.getAttribute("aria-label")');

test('a button without text shows its name and its key, to the pointer and to the focus, until Escape', async () => {
  const { page } = walk.visit;
  await enterInbox(page, walk.system, (await joinTenant(walk.system, walk.tenant.slug, 'agent')).email);
  // The accessible name is a label, so this text is only in the tooltip.
  const tooltip = page.getByText('New message', { exact: true });
  const button = page.getByRole('button', { name: 'New message' });
  await button.hover();
  await tooltip.waitFor();
  expect(await tooltip.locator('..').textContent()).toMatch(/c$/);
  expect(await button.getAttribute('aria-keyshortcuts')).toBe('c');
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).hover();
  await tooltip.waitFor({ state: 'detached' });
  while ((await focusedName(page)) !== 'New message') await page.keyboard.press('Tab');
  await tooltip.waitFor();
  await page.keyboard.press('Escape');
  await tooltip.waitFor({ state: 'detached' });
  expect(await focusedName(page)).toBe('New message');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New message' }).waitFor();
});

test('a collapsed sidebar shows the names of its screens as tooltips', async () => {
  const page = await walk.signIn();
  await page.keyboard.press('[');
  const link = page.getByRole('navigation').getByRole('link', { name: 'Keys', exact: true });
  await link.hover();
  // Once as the name of the link, once as the tooltip.
  await expect.poll(() => page.getByText('Keys', { exact: true }).count()).toBe(2);
  await link.click();
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
});

test('a saved form says so in a toast, which F6 reaches and a key closes', async () => {
  const page = await walk.signIn();
  await walk.open('/account');
  await page.getByLabel('Your name').focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' of the shop');
  await page.keyboard.press('Enter');
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.getByText('Saved.').waitFor();
  // Named before the pointer or the focus is on it.
  await notices.getByRole('button', { name: 'Close' }).waitFor();
  await page.keyboard.press('F6');
  // With the focus on it, it stays for as long as one reads it.
  await page.keyboard.press('Tab');
  await notices.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Enter');
  await notices.getByText('Saved.').waitFor({ state: 'detached' });
});

/** The toast of a form that was saved while a dialog covers the page; the pointer on it keeps it there. */
async function saveBehindDialog() {
  const page = await walk.signIn();
  let release!: () => void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/trpc/update-me*', async (route) => {
    await released;
    await route.continue();
  });
  await walk.open('/account');
  await page.getByLabel('Your name').focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' again');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to or do …' });
  await dialog.waitFor();
  // A screen reader says what is added to a live region that it knows already.
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.waitFor({ state: 'attached' });
  expect(await notices.getAttribute('aria-live')).toBe('polite');
  release();
  const toast = notices.getByRole('dialog', { name: 'Saved.' });
  await toast.waitFor();
  await toast.hover();
  expect(await toast.locator('xpath=ancestor-or-self::*[@inert or @aria-hidden="true"]').count()).toBe(0);
  return { page, dialog, notices, toast };
}

test('beside an open dialog a toast is read, F6 reaches it, and Escape closes it alone', async () => {
  const { page, dialog, toast } = await saveBehindDialog();
  expect(await focusedName(page)).toBe('Go to or do …');
  await page.keyboard.press('F6');
  expect(await focusedName(page)).toBe('Notices');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await toast.waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe('Go to or do …');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('beside an open dialog the pointer closes a toast, and the dialog stays', async () => {
  const { page, dialog, notices, toast } = await saveBehindDialog();
  await notices.getByRole('button', { name: 'Close' }).click();
  await toast.waitFor({ state: 'detached' });
  await dialog.getByRole('combobox').click();
  await page.keyboard.type('Keys');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
});

test('a toast and a tooltip that were due before their code was loaded are shown when it is', async () => {
  const page = await walk.signIn();
  const release = await holdRequests(page, '**/assets/layers-*.js');
  // By the first use of the page, or before it, once the browser is idle.
  const asked = page.waitForRequest('**/assets/layers-*.js');
  await walk.open('/account');
  await page.keyboard.press('[');
  await asked;
  await page.getByLabel('Your name').fill('Somebody else');
  const saved = page.waitForResponse('**/trpc/update-me*');
  await page.keyboard.press('Enter');
  expect((await saved).ok()).toBe(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Keys', exact: true }).hover();
  expect(await page.getByRole('region', { name: 'Notices' }).count()).toBe(0);
  release();
  await page.getByRole('region', { name: 'Notices' }).getByText('Saved.').waitFor();
  await expect.poll(() => page.getByText('Keys', { exact: true }).count()).toBe(2);
});

test('where the browser refuses the clipboard, the text to copy is selected, and a sentence says so', async () => {
  const page = await walk.signIn();
  const session = await page.context().newCDPSession(page);
  await session.send('Browser.setPermission', { permission: { name: 'clipboard-write' }, setting: 'denied' });
  await walk.goTo('Keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.keyboard.type('Not copied');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your new key' });
  await dialog.waitFor();
  const block = dialog.locator('pre').first();
  await dialog
    .getByRole('button', { name: /^Copy: / })
    .first()
    .click();
  await dialog.getByText('The browser does not allow copying.').waitFor();
  expect(await page.evaluate('getSelection().toString()')).toBe(await block.textContent());
});
