import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { useLook, walkConsole } from '../support/console/console-walk.ts';
import { conversations, enterInbox, openConversation, withFilters } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Snoozes, changes in the thread, and the keys of the inbox (docs/reference/console.md#snooze), by real keys.
const walk = walkConsole();

const pickByKeys = async (page: Page, field: string, typed: string): Promise<void> => {
  await page.getByRole('combobox', { name: field }).waitFor();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
};

test('snoozes by keys until an answer, which brings the conversation back; the thread and a colleague see it', async () => {
  const shop = await makeTenant(walk.system);
  const customer = uniqueDigits('16');
  await shop.customerWrites(customer, { text: 'Call me tomorrow' });
  await shop.customerWrites(uniqueDigits('16'), { text: 'Another one' });
  const { email } = await joinTenant(walk.system, shop.slug, 'owner');
  const { browser: colleague } = await joinTenant(walk.system, shop.slug, 'agent');
  const { page } = walk.visit;
  await enterInbox(page, walk.system, email);
  await openConversation(page, 'Call me tomorrow');
  await page.keyboard.press('s');
  await page.getByRole('dialog', { name: /^Snooze/ }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await pickByKeys(page, 'Until when?', 'customer answers');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await conversations(page).getByText('Call me tomorrow').waitFor({ state: 'detached' });
  const log = page.getByRole('log');
  await log.getByText(/snoozed this until the customer answers/).waitFor();
  await page.getByRole('heading', { level: 2 }).locator('..').getByText('Snoozed until an answer').waitFor();
  expect((await colleague.call('list-conversations', { limit: 10, status: 'snoozed' })).items).toHaveLength(1);
  await withFilters(page, (filters) => chooseOption(filters, 'State', 'snoozed'));
  await conversations(page).getByText('Snoozed until an answer').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await shop.customerWrites(customer, { text: 'I am back' });
  await conversations(page).getByText('Snoozed until an answer').waitFor({ state: 'detached' });
  await withFilters(page, (filters) => chooseOption(filters, 'State', 'open'));
  await conversations(page).getByText('I am back').waitFor();
});

test('snoozes until a date that is typed, brings it back by keys, and assigns, archives and marks as unread', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'Hello there' });
  const { email } = await joinTenant(walk.system, shop.slug, 'owner');
  const { page } = walk.visit;
  await enterInbox(page, walk.system, email);
  await openConversation(page, 'Hello there');
  const log = page.getByRole('log');
  await page.keyboard.press('s');
  await pickByKeys(page, 'Until when?', 'date and time');
  await page.getByLabel('Until', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await log.getByText(/snoozed this until .*, 09:00.? · /).waitFor();
  await page.keyboard.press('s');
  await pickByKeys(page, 'Until when?', 'back');
  await log.getByText(/brought this back to the inbox/).waitFor();
  await page.keyboard.press('a');
  await pickByKeys(page, 'Find a member', 'me');
  await log.getByText(/took this over/).waitFor();
  await page.keyboard.press('#');
  await log.getByText(/archived this/).waitFor();
  await page.getByRole('button', { name: 'Reopen' }).press('Enter');
  await log.getByText(/reopened this/).waitFor();
  await conversations(page).getByText('Hello there').waitFor();
  // The live event of the mark often arrives before the answer. An open conversation would then be read again.
  const closed = page.getByText('Select a conversation');
  await page.route('**/console/trpc/mark-conversation-unread', async (route) => {
    const response = await route.fetch();
    await closed.waitFor();
    await route.fulfill({ response });
  });
  await page.keyboard.press('u');
  await conversations(page)
    .getByRole('img', { name: /unread message/ })
    .waitFor();
});

test('a snooze fits a phone in Arabic and in the dark, without a problem that axe finds', async () => {
  const shop = await makeTenant(walk.system);
  await shop.customerWrites(uniqueDigits('16'), { text: 'مرحبا' });
  const owner = await joinTenant(walk.system, shop.slug, 'owner');
  const [conversation] = (await owner.browser.call('list-conversations', { limit: 1 })).items;
  await owner.browser.call('update-conversation', { id: conversation?.id ?? 0, snooze: {} });
  const { page } = walk.visit;
  await enterInbox(page, walk.system, owner.email);
  await useLook(page, { language: 'ar', theme: 'dark' });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`${walk.system.origin}/console/inbox?status=snoozed`);
  await page.getByText('مؤجلة إلى أن يرد العميل').waitFor();
  expect(await overflowOf(page)).toBe(0);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: /مرحبا/ }).click();
  await page
    .getByRole('log')
    .getByText(/أجّل .* المحادثة إلى أن يرد العميل/)
    .waitFor();
  await page.keyboard.press('s');
  await page.getByRole('combobox', { name: 'إلى متى؟' }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
});
