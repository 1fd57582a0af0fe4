import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { useLook, walkConsole } from '../support/console/console-walk.ts';
import { conversations, enterInbox, openConversation, withFilters } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Labels of conversations (docs/reference/console.md#labels), by real keys.
const walk = walkConsole();

/** Waits until a field with this name has the focus. */
const focusOn = (page: Page, name: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate<string>(
        `(document.activeElement?.labels?.[0]?.innerText ?? document.activeElement?.getAttribute('aria-label')) + ''`,
      ),
    )
    .toBe(name);

async function createByKeys(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Create label' }).focus();
  await page.keyboard.press('Enter');
  await focusOn(page, 'Title');
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: title, exact: true }).waitFor();
}

test('an owner creates labels, puts them on conversations by keys, filters by one, and a colleague sees it at once', async () => {
  const shop = await makeTenant(walk.system);
  for (const text of ['Where is my order?', 'Thanks!', 'Hello'])
    await shop.customerWrites(uniqueDigits('16'), { text });
  const { email } = await joinTenant(walk.system, shop.slug, 'owner');
  const { browser: colleague } = await joinTenant(walk.system, shop.slug, 'agent');
  const { page } = walk.visit;
  await enterInbox(page, walk.system, email);
  await walk.goTo('Labels');
  const hostile = '<img src=x onerror=alert(1)>';
  await createByKeys(page, 'Urgent');
  await createByKeys(page, 'عاجل جدًا');
  await createByKeys(page, hostile);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await walk.goTo('Inbox');
  await openConversation(page, 'Where is my order?');
  await page.keyboard.press('l');
  await focusOn(page, 'Find a label');
  await page.keyboard.type('urg');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Urgent', selected: true }).waitFor();
  for (let n = 0; n < 3; n++) await page.keyboard.press('Backspace');
  await page.keyboard.type('<img');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: hostile, selected: true }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const row = conversations(page).getByRole('link', { name: /Where is my order/ });
  await row.getByText('Urgent', { exact: true }).waitFor();
  await row.getByText(hostile, { exact: true }).waitFor();
  const { items } = await colleague.call('list-conversations', { limit: 10 });
  expect(items.map(({ labels }) => labels.map(({ title }) => title))).toContainEqual([hostile, 'Urgent']);
  // A colleague's label arrives by the live stream.
  const other = items.find(({ last_message: last }) => last?.text === 'Thanks!');
  const urgent = items.flatMap(({ labels }) => labels).find(({ title }) => title === 'Urgent');
  await colleague.call('update-conversation', { id: other?.id ?? 0, add_labels: [urgent?.id ?? ''] });
  await conversations(page)
    .getByRole('link', { name: /Thanks!/ })
    .getByText('Urgent', { exact: true })
    .waitFor();
  await withFilters(page, (filters) => chooseOption(filters, 'Label', urgent?.id ?? ''));
  await page.getByRole('button', { name: 'Urgent 2', pressed: true }).waitFor();
  await conversations(page).getByText('Hello').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Urgent 2', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select everything that matches the filters' }).click();
  const bar = page.getByRole('region', { name: 'Select' });
  // The actions wait for the number of conversations that they would change.
  await bar.getByRole('button', { name: 'Resolve', disabled: false }).waitFor();
  expect(await bar.getByRole('button', { disabled: false }).allTextContents()).toEqual([
    ...['', 'Resolve', 'Assign', 'Snooze', 'Label', ''],
  ]);
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove label' }).click();
  await focusOn(page, 'Find a label');
  await page.keyboard.type('Urgent');
  await page.keyboard.press('Enter');
  await page.getByText(/2.* conversations changed/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Urgent 2', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Urgent 2', pressed: true }).click();
  await conversations(page).getByText('Hello').waitFor();
});

test('labels fit a phone in Arabic and in the dark, without a problem that axe finds', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'مرحبا' });
  const owner = await joinTenant(walk.system, shop.slug, 'owner');
  const [conversation] = (await owner.browser.call('list-conversations', { limit: 1 })).items;
  for (const [n, title] of ['عاجل', 'VIP', 'شكوى تحتاج إلى متابعة من المدير اليوم'].entries()) {
    const label = await owner.browser.call('create-label', { title, color: n === 0 ? 'red' : 'yellow' });
    await owner.browser.call('update-conversation', { id: conversation?.id ?? 0, add_labels: [label.id] });
  }
  const { page } = walk.visit;
  await enterInbox(page, walk.system, owner.email);
  await useLook(page, { language: 'ar', theme: 'dark' });
  await page.setViewportSize({ width: 375, height: 800 });
  const row = page.getByRole('link', { name: /مرحبا/ });
  await row.getByText('VIP', { exact: true }).waitFor();
  expect(await overflowOf(page)).toBe(0);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await row.click();
  await page.getByRole('log').waitFor();
  expect(await overflowOf(page)).toBe(0);
  await page.keyboard.press('l');
  await page.getByRole('combobox', { name: 'ابحث عن وسم' }).waitFor();
  await page.getByRole('option').nth(2).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
});
